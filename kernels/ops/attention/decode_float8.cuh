// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/copy.cuh"
#include "kernels/device/float8.cuh"
#include "kernels/ops/attention/decode_attention.cuh"

/// What decode_attention.cuh does, over keys and values in E4M3: a warp holds its 32 keys and values in
/// registers, as they are, and multiplies them in f16, which is exact for them. Scores and weighted values
/// are both computed with mma: 16 keys, or 16 values of each key, by 8 query heads. g = lane / 4, t = lane
/// % 4.
namespace tilescribe::kernels {

/// What a lane has. Of keys g, g + 8, g + 16 and g + 24 it has a quarter of the dims, and of eight keys it
/// has an eighth of their values' dims, in pieces of up to 16 bytes.
template <int head_dim>
struct Float8Sizes {
  static constexpr int key_rows = 4, value_rows = 8;
  static constexpr int key_bytes = head_dim < 64 ? head_dim / 4 : 16;  // of a piece
  static constexpr int key_pieces = head_dim / 4 / key_bytes;          // of a key
  static constexpr int value_bytes = head_dim / 8;
  static constexpr int tiles = head_dim / 16;  // a lane has two dims of each

  /// The first dim of a piece of a key, and of a value.
  __device__ static constexpr int key_dim(int piece, int t) { return (4 * piece + t) * key_bytes; }
  __device__ static constexpr int value_dim(int g) { return g * value_bytes; }
  /// Which of the warp's keys is the lane's n-th value's: the eight that mma's operand of keys asks of it.
  __device__ static constexpr int value_key(int n, int t) {
    return n / 4 * 16 + n % 4 / 2 * 8 + 2 * t + n % 2;
  }
};

/// Up to 16 bytes: four values a word.
struct Words {
  unsigned word[4] = {};
};

/// What a lane has of a warp's keys and values.
template <int head_dim>
struct Float8Part {
  using S = Float8Sizes<head_dim>;
  Words keys[S::key_rows * S::key_pieces], values[S::value_rows];

  /// Loads keys and values from those of the warp's first key on, where wanted(key) says so.
  template <class Wanted>
  __device__ void load(const void* keys_from, const void* values_from, const Wanted& wanted) {
    const int lane = static_cast<int>(threadIdx.x) % 32, g = lane / 4, t = lane % 4;
    const auto* const key = static_cast<const std::uint8_t*>(keys_from) + g * head_dim + S::key_dim(0, t);
    const auto* const value =
        static_cast<const std::uint8_t*>(values_from) + 2 * t * head_dim + S::value_dim(g);
#pragma unroll
    for (int i = 0; i < S::key_rows; ++i) {
#pragma unroll
      for (int p = 0; p < S::key_pieces; ++p)
        ptx::load_l2_where<S::key_bytes>(wanted(g + 8 * i), key + 8 * i * head_dim + S::key_dim(p, 0),
                                         keys[i * S::key_pieces + p].word);
    }
#pragma unroll
    for (int n = 0; n < S::value_rows; ++n)
      ptx::load_l2_where<S::value_bytes>(wanted(S::value_key(n, t)), value + S::value_key(n, 0) * head_dim,
                                         values[n].word);
  }
};

/// A query head's dims that match the lane's pieces of keys, four at a time.
template <int head_dim>
struct Float8Query {
  static constexpr int fours = head_dim / 16;
  static constexpr int fours_a_piece = Float8Sizes<head_dim>::key_bytes / 4;
  uint2 four[fours] = {};  // in bf16, then in f16

  /// The first dim of the i-th four.
  __device__ static constexpr int dim(int i, int t) {
    return Float8Sizes<head_dim>::key_dim(i / fours_a_piece, t) + i % fours_a_piece * 4;
  }
  __device__ void to_f16() {
#pragma unroll
    for (uint2& one : four) one = {bf16_as_f16(one.x), bf16_as_f16(one.y)};
  }
};

/// weigh_scores of the warp's keys. `query`: of query head g.
template <int head_dim>
__device__ inline void weigh_float8_keys(const Float8Part<head_dim>& part, const Float8Query<head_dim>& query,
                                         int warp, int warp_first, int position, float score_scale,
                                         DecodeWeights& weights) {
  using S = Float8Sizes<head_dim>;
  constexpr int fours = Float8Query<head_dim>::fours_a_piece;
  float scores[2][4] = {};
#pragma unroll
  for (int p = 0; p < S::key_pieces; ++p) {
#pragma unroll
    for (int four = 0; four < fours; ++four) {
      uint2 keys[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const unsigned word = part.keys[i * S::key_pieces + p].word[four];
        keys[i] = {float8_as_f16(static_cast<std::uint16_t>(word)),
                   float8_as_f16(static_cast<std::uint16_t>(word >> 16))};
      }
      const uint2 of_query = query.four[p * fours + four];
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        float(&c)[4] = scores[i];
        ptx::mma_f16(c[0], c[1], c[2], c[3], keys[2 * i].x, keys[2 * i + 1].x, keys[2 * i].y,
                     keys[2 * i + 1].y, of_query.x, of_query.y);
      }
    }
  }
  weigh_scores(scores, warp, warp_first, position, score_scale, weights);
}

/// Σ p·v of a warp's keys. A lane gets the dims of its values, two for each tile: sums[tile] has the first
/// for query heads 2t and 2t + 1, then the second. A weight is the sum of two values in f16, so it is nearly
/// as exact as in float32.
template <int head_dim>
__device__ inline void weigh_float8_values(const Float8Part<head_dim>& part, int warp,
                                           const DecodeWeights& weights, float (&sums)[head_dim / 16][4]) {
  using S = Float8Sizes<head_dim>;
  const int lane = static_cast<int>(threadIdx.x) % 32, g = lane / 4, t = lane % 4;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float p[4];
#pragma unroll
    for (int n = 0; n < 4; ++n) p[n] = weights.probabilities[warp][S::value_key(4 * half + n, t)][g];
    const uint2 rounded = {pack_f16(p[0], p[1]), pack_f16(p[2], p[3])};
    const float2 first = unpack_f16(rounded.x), second = unpack_f16(rounded.y);
    const uint2 rest = {pack_f16(p[0] - first.x, p[1] - first.y), pack_f16(p[2] - second.x, p[3] - second.y)};
    const Words* const keys = part.values + 4 * half;
#pragma unroll
    for (int tile = 0; tile < S::tiles; ++tile) {
      // Two dims of four keys, as pairs of keys.
      const int word = tile / 2;
      const unsigned bytes = tile % 2 == 0 ? 0x5140 : 0x7362;
      const unsigned of_first = __byte_perm(keys[0].word[word], keys[1].word[word], bytes);
      const unsigned of_second = __byte_perm(keys[2].word[word], keys[3].word[word], bytes);
      const unsigned a[4] = {float8_as_f16(static_cast<std::uint16_t>(of_first)),
                             float8_as_f16(static_cast<std::uint16_t>(of_first >> 16)),
                             float8_as_f16(static_cast<std::uint16_t>(of_second)),
                             float8_as_f16(static_cast<std::uint16_t>(of_second >> 16))};
      float(&c)[4] = sums[tile];
      for (const uint2 b : {rounded, rest})
        ptx::mma_f16(c[0], c[1], c[2], c[3], a[0], a[1], a[2], a[3], b.x, b.y);
    }
  }
}

/// Stores a lane's sums to its warp's (query head, dim).
template <int head_dim, int group_room>
__device__ inline void store_float8_sums(const float (&sums)[head_dim / 16][4], float* warp_sums) {
  using S = Float8Sizes<head_dim>;
  const int lane = static_cast<int>(threadIdx.x) % 32, g = lane / 4, t = lane % 4;
  if (2 * t >= group_room) return;
#pragma unroll
  for (int tile = 0; tile < S::tiles; tile += 2) {
    const float(&low)[4] = sums[tile], (&high)[4] = sums[tile + 1];
    float* const to = warp_sums + 2 * t * head_dim + S::value_dim(g) + 2 * tile;
    *reinterpret_cast<float4*>(to) = make_float4(low[0], low[2], high[0], high[2]);
    *reinterpret_cast<float4*>(to + head_dim) = make_float4(low[1], low[3], high[1], high[3]);
  }
}

}  // namespace tilescribe::kernels

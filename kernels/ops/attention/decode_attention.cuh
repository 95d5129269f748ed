// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "kernels/device/math.cuh"
#include "kernels/device/mma.cuh"
#include "kernels/device/types.h"
#include "kernels/ops/attention/decode_attention_plan.h"

/// Attention of one row of a decode step to a chunk of keys, by four warps with 32 keys each. Scores are
/// computed with mma (16 keys by 8 query heads), weighted values in float32. Every kernel that uses this adds
/// in the same order. g = lane / 4, t = lane % 4.
namespace tilescribe::kernels {

inline constexpr int decode_warps = 4;  // of a chunk
inline constexpr int decode_warp_keys = decode_chunk_keys / decode_warps;

template <int head_dim>
struct DecodeSizes {
  static constexpr int key_pieces = 4 * (head_dim / 32);  // 16-byte pieces per lane of the warp's keys
  static constexpr int lanes_a_value = head_dim / 8;      // lanes that hold one value vector, 8 values each
  static constexpr int values_at_once = 32 / lanes_a_value;
  static constexpr int value_pieces = decode_warp_keys / values_at_once;
};

/// What a chunk's warps tell each other, in shared memory.
struct DecodeWeights {
  float probabilities[decode_warps][decode_warp_keys][8];  // (warp, key, query head)
  float2 parts[decode_warps][8];                           // (warp, query head): largest score, Σ p
};

/// Combines parts of a row's keys, one after another in ascending order.
struct RunningSum {
  float most = -INFINITY, weight = 0.0f;
  float4 sum = {0.0f, 0.0f, 0.0f, 0.0f};

  __device__ void add(float4 part, float2 part_weight) {
    const float new_most = fmaxf(most, part_weight.x);
    const float old_scale = exp2f(most - new_most), scale = exp2f(part_weight.x - new_most);
    sum.x = sum.x * old_scale + part.x * scale;
    sum.y = sum.y * old_scale + part.y * scale;
    sum.z = sum.z * old_scale + part.z * scale;
    sum.w = sum.w * old_scale + part.w * scale;
    weight = weight * old_scale + part_weight.y * scale;
    most = new_most;
  }
  __device__ void store(__nv_bfloat16* out) const {
    *reinterpret_cast<uint2*>(out) = {pack_bf16(sum.x / weight, sum.y / weight),
                                      pack_bf16(sum.z / weight, sum.w / weight)};
  }
};

/// Softmax weights, with powers of 2, of a warp's keys from warp_first on, from a lane's scores: for each
/// tile of 16 keys those of keys g and g + 8 for query heads 2t and 2t + 1. The warp meets afterwards by
/// itself.
__device__ inline void weigh_scores(float (&scores)[2][4], int warp, int warp_first, int position,
                                    float score_scale, DecodeWeights& weights) {
  const int lane = static_cast<int>(threadIdx.x) % 32, g = lane / 4, t = lane % 4;
  float largest[2] = {-INFINITY, -INFINITY}, total[2] = {};
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int at = warp_first + i / 4 * 16 + i % 4 / 2 * 8 + g;
    float& score = scores[i / 4][i % 4];
    score = at <= position ? score * score_scale : -INFINITY;
    largest[i % 2] = fmaxf(largest[i % 2], score);
  }
#pragma unroll
  for (int distance = 4; distance < 32; distance *= 2) {
    largest[0] = fmaxf(largest[0], __shfl_xor_sync(~0u, largest[0], distance));
    largest[1] = fmaxf(largest[1], __shfl_xor_sync(~0u, largest[1], distance));
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const float score = scores[i / 4][i % 4];
    const float p = score == -INFINITY ? 0.0f : exp2f(score - largest[i % 2]);
    total[i % 2] += p;
    weights.probabilities[warp][i / 4 * 16 + i % 4 / 2 * 8 + g][2 * t + i % 2] = p;
  }
#pragma unroll
  for (int distance = 4; distance < 32; distance *= 2) {
    total[0] += __shfl_xor_sync(~0u, total[0], distance);
    total[1] += __shfl_xor_sync(~0u, total[1], distance);
  }
  if (g == 0) {
    weights.parts[warp][2 * t] = make_float2(largest[0], total[0]);
    weights.parts[warp][2 * t + 1] = make_float2(largest[1], total[1]);
  }
  __syncwarp();
}

/// weigh_scores of the warp's keys. key(i, c): dims 32c + 8t … of its key g + 8i. queries[c]: the same dims
/// of query head g.
template <int head_dim, class Key>
__device__ inline void weigh_keys(const Key& key, const uint4 (&queries)[head_dim / 32], int warp,
                                  int warp_first, int position, float score_scale, DecodeWeights& weights) {
  float scores[2][4] = {};
#pragma unroll
  for (int c = 0; c < head_dim / 32; ++c) {
    uint4 keys[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) keys[i] = key(i, c);
#pragma unroll
    for (int half = 0; half < 2; ++half) {
#pragma unroll
      for (int i = 0; i < 2; ++i) ptx::mma_half(scores[i], keys[2 * i], keys[2 * i + 1], queries[c], half);
    }
  }
  weigh_scores(scores, warp, warp_first, position, score_scale, weights);
}

/// Each lane has 8 dims for every query head and takes every values_at_once-th key. value(i): its 8 dims of
/// the i-th of these.
template <int head_dim, int group_room, class Value>
__device__ inline void weigh_values(const Value& value, int warp, const DecodeWeights& weights,
                                    float (&sums)[group_room][8]) {
  using S = DecodeSizes<head_dim>;
  const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
  for (int i = 0; i < S::value_pieces; ++i) {
    const float* p = weights.probabilities[warp][lane / S::lanes_a_value + i * S::values_at_once];
    const uint4 piece = value(i);
    const unsigned words[4] = {piece.x, piece.y, piece.z, piece.w};
    float of_heads[group_room];
#pragma unroll
    for (int h = 0; h < group_room; ++h) of_heads[h] = p[h];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const auto [low, high] = unpack_bf16(words[j]);
#pragma unroll
      for (int h = 0; h < group_room; ++h) {
        sums[h][2 * j] = fmaf(of_heads[h], low, sums[h][2 * j]);
        sums[h][2 * j + 1] = fmaf(of_heads[h], high, sums[h][2 * j + 1]);
      }
    }
  }
}

/// Stores a lane's sums to its warp's (key of values_at_once, query head, dim). `joined`: the two keys at
/// once of head_dim 128 are added first, so it is (query head, dim).
template <int head_dim, int group_room, bool joined = false>
__device__ inline void store_sums(float (&sums)[group_room][8], float* warp_sums) {
  using S = DecodeSizes<head_dim>;
  static_assert(!joined || S::values_at_once == 2);
  const int lane = static_cast<int>(threadIdx.x) % 32;
  if constexpr (joined) {
#pragma unroll
    for (int h = 0; h < group_room; ++h) {
#pragma unroll
      for (int i = 0; i < 8; ++i) sums[h][i] += __shfl_xor_sync(~0u, sums[h][i], S::lanes_a_value);
    }
    if (lane >= S::lanes_a_value) return;
  }
#pragma unroll
  for (int h = 0; h < group_room; ++h) {
    float4* to = reinterpret_cast<float4*>(warp_sums + (lane / S::lanes_a_value * group_room + h) * head_dim +
                                           lane % S::lanes_a_value * 8);
    to[0] = make_float4(sums[h][0], sums[h][1], sums[h][2], sums[h][3]);
    to[1] = make_float4(sums[h][4], sums[h][5], sums[h][6], sums[h][7]);
  }
}

/// Four values (quad) of the chunk: its warps in ascending order. A warp after the last key has weight 0.
/// warp_bytes: from one warp's sums to the next one's. `joined`: as they were stored.
template <int head_dim, int group_room, bool joined = false>
__device__ inline RunningSum chunk_sum(const void* sums, int warp_bytes, int quad,
                                       const DecodeWeights& weights) {
  constexpr int stored = joined ? 1 : DecodeSizes<head_dim>::values_at_once;
  const int h = quad * 4 / head_dim;
  RunningSum all;
#pragma unroll
  for (int w = 0; w < decode_warps; ++w) {
    const float* from =
        reinterpret_cast<const float*>(static_cast<const unsigned char*>(sums) + w * warp_bytes) + quad * 4;
    float4 part = *reinterpret_cast<const float4*>(from);
#pragma unroll
    for (int s = 1; s < stored; ++s) {
      const float4 more = *reinterpret_cast<const float4*>(from + s * group_room * head_dim);
      part = make_float4(part.x + more.x, part.y + more.y, part.z + more.z, part.w + more.w);
    }
    if (weights.parts[w][h].x != -INFINITY) all.add(part, weights.parts[w][h]);
  }
  return all;
}

}  // namespace tilescribe::kernels

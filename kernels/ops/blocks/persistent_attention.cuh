// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "kernels/device/barrier.cuh"
#include "kernels/ops/attention/decode_attention.cuh"
#include "kernels/ops/attention/decode_float8.cuh"
#include "kernels/ops/blocks/persistent_exchange.cuh"
#include "kernels/ops/linear/skinny_result.cuh"

/// The attention of persistent_blocks: a chunk of keys for a key/value head is one item.
namespace tilescribe::kernels {

inline constexpr int attending = 32 * decode_warps;  // threads

struct AttentionItem {
  int kv_head, chunk, position;
  std::size_t cache;  // the head's first row in the cache
  bool any;           // there are keys in this chunk
};

/// The position up to which is attended; negative: idle. Beyond the launch's limit it is, too.
__device__ inline int attended_position(const PersistentBlocks& op, const RowPlaces& places) {
  const int position = *places.positions;
  return position < op.most_keys ? position : -1;
}

/// Of the threads [first_thread, first_thread + attending) of a block. `type`: of the cache.
template <int first_thread, int meeting, DType type>
class ChunkAttention {
 public:
  static constexpr int head_dim = persistent_head_dim, group_room = persistent_group;
  using S = DecodeSizes<head_dim>;
  struct InBf16 {
    uint4 keys[S::key_pieces], values[S::value_pieces];
  };
  using Cached = std::conditional_t<type == DType::f8, Float8Part<head_dim>, InBf16>;

  __device__ ChunkAttention(const PersistentBlocks& op, const Exchange& exchange, float score_scale,
                            const RowPlaces& places, std::uint8_t* shared)
      : op_(op), exchange_(exchange), score_scale_(score_scale), places_(places), shared_(shared) {}

  __device__ AttentionItem item(int index) const {
    AttentionItem at;
    at.kv_head = index % op_.kv_heads;
    at.chunk = index / op_.kv_heads;
    at.position = attended_position(op_, places_);
    at.cache = (static_cast<std::size_t>(*places_.slots) * op_.kv_heads + at.kv_head) * op_.capacity;
    at.any = at.position >= at.chunk * decode_chunk_keys;
    return at;
  }

  /// Loads what the lane needs of the item's keys and values, but for the newest, which are handed over.
  __device__ void load(const AttentionItem& at, const PersistentBlocks::Block& weights,
                       Cached& cached) const {
    const int lane = static_cast<int>(threadIdx.x) % 32, first = warp_first(at);
    if constexpr (type == DType::f8) {
      const std::size_t begin = (at.cache + first) * head_dim;
      cached.load(static_cast<const std::uint8_t*>(weights.keys) + begin,
                  static_cast<const std::uint8_t*>(weights.values) + begin,
                  [&](int key) { return first + key < at.position; });
    } else {
      const __nv_bfloat16* const keys = static_cast<const __nv_bfloat16*>(weights.keys) +
                                        (at.cache + first + lane / 4) * head_dim + 8 * (lane % 4);
      const __nv_bfloat16* const values = static_cast<const __nv_bfloat16*>(weights.values) +
                                          (at.cache + first + lane / S::lanes_a_value) * head_dim +
                                          lane % S::lanes_a_value * 8;
#pragma unroll
      for (int i = 0; i < S::key_pieces; ++i) {
        const int nth = i / (head_dim / 32) * 8;
        cached.keys[i] = make_uint4(0, 0, 0, 0);
        if (first + lane / 4 + nth < at.position)
          cached.keys[i] = ptx::load_l2(keys + nth * head_dim + i % (head_dim / 32) * 32);
      }
#pragma unroll
      for (int i = 0; i < S::value_pieces; ++i) {
        const int nth = i * S::values_at_once;
        cached.values[i] = make_uint4(0, 0, 0, 0);
        if (first + lane / S::lanes_a_value + nth < at.position)
          cached.values[i] = ptx::load_l2(values + nth * head_dim);
      }
    }
  }

  /// Waits for the queries, and tells when the chunk's sums are there. `cached` is loaded.
  __device__ void run(const AttentionItem& at, Cached& cached, std::uint32_t queries_tag,
                      std::uint32_t chunks_tag) const {
    const int warp = this->warp(), lane = static_cast<int>(threadIdx.x) % 32, g = lane / 4;
    const int group = op_.heads / op_.kv_heads, head = at.kv_head * group;
    auto& weights = *reinterpret_cast<DecodeWeights*>(shared_ + decode_warps * sums_bytes);
    auto* const warp_sums = reinterpret_cast<float*>(shared_ + warp * sums_bytes);
    if constexpr (type == DType::f8) {
      add_newest_float8(at, cached, queries_tag);
      Float8Query<head_dim> query;
      if (g < group)
        await_fours([&](int i) { return handed(head + g) + query.dim(i, lane % 4) / 2; }, queries_tag,
                    query.four);
      query.to_f16();
      __syncwarp();
      weigh_float8_keys(cached, query, warp, warp_first(at), at.position, score_scale_, weights);
      float sums[head_dim / 16][4] = {};
      weigh_float8_values(cached, warp, weights, sums);
      store_float8_sums<head_dim, group_room>(sums, warp_sums);
    } else {
      add_newest(at, cached, queries_tag);
      uint4 queries[head_dim / 32] = {};
      if (g < group) await_values(handed(head + g) + 4 * (lane % 4), queries_tag, queries);
      __syncwarp();
      weigh_keys<head_dim>([&](int i, int c) { return cached.keys[i * (head_dim / 32) + c]; }, queries, warp,
                           warp_first(at), at.position, score_scale_, weights);
      float sums[group_room][8] = {};
      weigh_values<head_dim>([&](int i) { return cached.values[i]; }, warp, weights, sums);
      store_sums<head_dim, group_room, true>(sums, warp_sums);
    }
    ptx::meet(meeting, attending);
    const int quads = group * head_dim / 4, thread = static_cast<int>(threadIdx.x) - first_thread;
    const std::size_t chunk_head = static_cast<std::size_t>(at.chunk) * op_.heads + head;
    for (int quad = thread; quad < quads; quad += attending) {
      const RunningSum all = chunk_sum<head_dim, group_room, true>(shared_, sums_bytes, quad, weights);
      reinterpret_cast<float4*>(exchange_.sums + chunk_head * head_dim)[quad] = all.sum;
      if (quad * 4 % head_dim == 0)
        exchange_.weights[chunk_head + quad * 4 / head_dim] = make_float4(all.most, all.weight, 0.0f, 0.0f);
    }
    ptx::meet(meeting, attending);  // all of it is written, and shared memory is free for the next item
    if (thread == 0) ptx::store_flag(exchange_.finished + at.chunk * op_.kv_heads + at.kv_head, chunks_tag);
  }

 private:
  static constexpr int sums_bytes = group_room * head_dim * 4;  // of a warp

  __device__ static int warp() {
    return (static_cast<int>(threadIdx.x) - first_thread) / 32;
  }
  __device__ static int warp_first(const AttentionItem& at) {
    return at.chunk * decode_chunk_keys + warp() * decode_warp_keys;
  }
  /// A head's packets: query heads, then key heads, then value heads.
  __device__ const Packet* handed(int head) const {
    return exchange_.queries + head * (head_dim / 2);
  }
  /// Eight values in bf16 from every 16th packet on.
  template <int pieces>
  __device__ static void await_values(const Packet* from, std::uint32_t tag, uint4 (&values)[pieces]) {
    uint4 pairs[2 * pieces];
    await_pairs([&](int i) { return from + i / 2 * 16 + i % 2 * 2; }, tag, pairs);
#pragma unroll
    for (int c = 0; c < pieces; ++c)
      values[c] = make_uint4(pairs[2 * c].x, pairs[2 * c].z, pairs[2 * c + 1].x, pairs[2 * c + 1].z);
  }
  __device__ static void replace_if(bool condition, uint4& value, uint4 by) {
    value.x = condition ? by.x : value.x;
    value.y = condition ? by.y : value.y;
    value.z = condition ? by.z : value.z;
    value.w = condition ? by.w : value.w;
  }
  /// The newest key and value, for the one warp that has them.
  __device__ void add_newest(const AttentionItem& at, Cached& cached, std::uint32_t tag) const {
    const int lane = static_cast<int>(threadIdx.x) % 32, newest = at.position - warp_first(at);
    if (newest < 0 || newest >= decode_warp_keys) return;
    if (newest % 8 == lane / 4) {
      uint4 pieces[head_dim / 32];
      await_values(handed(op_.heads + at.kv_head) + 4 * (lane % 4), tag, pieces);
#pragma unroll
      for (int i = 0; i < S::key_pieces; ++i)
        replace_if(i / (head_dim / 32) == newest / 8, cached.keys[i], pieces[i % (head_dim / 32)]);
    }
    if (newest % S::values_at_once == lane / S::lanes_a_value) {
      uint4 piece[1];
      await_values(handed(op_.heads + op_.kv_heads + at.kv_head) + lane % S::lanes_a_value * 4, tag, piece);
#pragma unroll
      for (int i = 0; i < S::value_pieces; ++i)
        replace_if(i == newest / S::values_at_once, cached.values[i], piece[0]);
    }
  }

  /// Four values in bf16 from each from(i) on.
  template <int count, class From>
  __device__ static void await_fours(const From& from, std::uint32_t tag, uint2 (&values)[count]) {
    uint4 pairs[count];
    await_pairs(from, tag, pairs);
#pragma unroll
    for (int i = 0; i < count; ++i) values[i] = {pairs[i].x, pairs[i].z};
  }
  __device__ static unsigned rounded(uint2 four) {
    return pair_as_float8(four.x) | static_cast<unsigned>(pair_as_float8(four.y)) << 16;
  }
  /// As add_newest. What is handed over is in bf16.
  __device__ void add_newest_float8(const AttentionItem& at, Float8Part<head_dim>& cached,
                                    std::uint32_t tag) const {
    using F = Float8Sizes<head_dim>;
    const int lane = static_cast<int>(threadIdx.x) % 32, g = lane / 4, t = lane % 4;
    const int newest = at.position - warp_first(at);
    if (newest < 0 || newest >= decode_warp_keys) return;
    const auto replace = [](bool condition, unsigned& word, unsigned by) { word = condition ? by : word; };
    if (newest % 8 == g) {
      Float8Query<head_dim> key;  // its dims are those of the lane's pieces of keys
      await_fours([&](int i) { return handed(op_.heads + at.kv_head) + key.dim(i, t) / 2; }, tag, key.four);
#pragma unroll
      for (int i = 0; i < F::key_rows; ++i) {
#pragma unroll
        for (int four = 0; four < key.fours; ++four)
          replace(i == newest / 8,
                  cached.keys[i * F::key_pieces + four / key.fours_a_piece].word[four % key.fours_a_piece],
                  rounded(key.four[four]));
      }
    }
    if (newest % 8 / 2 == t) {
      uint2 value[F::value_bytes / 4];
      await_fours(
          [&](int i) { return handed(op_.heads + op_.kv_heads + at.kv_head) + F::value_dim(g) / 2 + 2 * i; },
          tag, value);
#pragma unroll
      for (int n = 0; n < F::value_rows; ++n) {
#pragma unroll
        for (int i = 0; i < F::value_bytes / 4; ++i)
          replace(F::value_key(n, t) == newest, cached.values[n].word[i], rounded(value[i]));
      }
    }
  }

  const PersistentBlocks& op_;
  const Exchange& exchange_;
  const float score_scale_;
  const RowPlaces& places_;
  std::uint8_t* const shared_;
};

}  // namespace tilescribe::kernels

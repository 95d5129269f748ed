// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/core/dtype.h"
#include "kernels/core/error.h"
#include "kernels/device/barrier.cuh"
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/ops/attention/decode_attention.cuh"
#include "kernels/ops/attention/decode_attention.h"
#include "kernels/ops/attention/decode_float8.cuh"

namespace tilescribe::kernels {
namespace {

constexpr int chunk_keys = decode_chunk_keys, most_cluster = most_decode_cluster;
constexpr int warps = decode_warps, warp_keys = decode_warp_keys;
constexpr int threads = 32 * warps;

// Workspace: one counter per (row, kv head), then the chunks' results.
struct Workspace {
  std::int32_t* arrived;  // (row, kv head): finished chunks; 0 between launches
  float* sums;            // (row, kv head, chunk, head of the group, dim): Σ p·v
  float2* weights;        // (row, kv head, chunk, head of the group): largest score, Σ p
};
constexpr std::size_t counter_bytes = most_decode_counters * sizeof(std::int32_t);

/// What a warp has of the dynamic shared memory: its keys and values; later, in the same place, its sums
/// (query head, dim), before that for each key of values_at_once. In E4M3 it needs no place for the former.
template <int head_dim, int group_room, DType cached>
struct Sizes : DecodeSizes<head_dim> {
  using Base = DecodeSizes<head_dim>;
  static constexpr bool joined = cached == DType::f8;
  static constexpr int sums_bytes = (joined ? 1 : Base::values_at_once) * group_room * head_dim * 4;
  static constexpr int landing_bytes = joined ? 0 : (Base::key_pieces + Base::value_pieces) * 32 * 16;
  static constexpr int warp_bytes = landing_bytes > sums_bytes ? landing_bytes : sums_bytes;
};

/// What a warp does with its keys: it fetches those before the newest while the predecessor writes that one,
/// then that one, and leaves its sums in `shared`. In a shared slot earlier ones may be new, too.
struct WarpTask {
  int row, kv_head, position, warp, warp_first;
  std::size_t cache;  // the head's first row in the cache
  void* shared;
  float score_scale;

  __device__ bool has_newest() const { return position >= warp_first && position < warp_first + warp_keys; }
  /// The query head that the lane loads, if it is one.
  __device__ const __nv_bfloat16* query(const DecodeAttention& op, int head_dim) const {
    const int group = op.heads / op.kv_heads, g = static_cast<int>(threadIdx.x) % 32 / 4;
    const std::size_t head = static_cast<std::size_t>(row) * op.heads + kv_head * group + g;
    return g < group ? op.q + head * head_dim : nullptr;
  }
};

/// Each lane copies what it uses to shared memory: keys g, g + 8 … in pieces of 8 dims, and 8 dims of every
/// values_at_once-th value.
template <int head_dim, int group_room>
__device__ inline void attend_bf16(const DecodeAttention& op, const WarpTask& task, DecodeWeights& weights) {
  using S = Sizes<head_dim, group_room, DType::bf16>;
  const int lane = static_cast<int>(threadIdx.x) % 32, g = lane / 4, t = lane % 4;
  const std::size_t first = task.cache + task.warp_first;
  const int position = task.position, warp_first = task.warp_first;
  const __nv_bfloat16* key_at = static_cast<const __nv_bfloat16*>(op.keys) + (first + g) * head_dim + 8 * t;
  const __nv_bfloat16* value_at = static_cast<const __nv_bfloat16*>(op.values) +
                                  (first + lane / S::lanes_a_value) * head_dim + lane % S::lanes_a_value * 8;
  const std::uint32_t landing = ptx::shared_address(task.shared) + lane * 16;
  auto fetch_keys = [&](bool newest) {
#pragma unroll
    for (int i = 0; i < S::key_pieces; ++i) {
      const int nth = i / (head_dim / 32) * 8, key = warp_first + g + nth;
      if (newest ? key != position : key == position) continue;
      ptx::copy_async<true>(landing + i * 512, key_at + nth * head_dim + i % (head_dim / 32) * 32,
                            key <= position ? 16 : 0);
    }
  };
  auto fetch_values = [&](bool newest) {
#pragma unroll
    for (int i = 0; i < S::value_pieces; ++i) {
      const int nth = i * S::values_at_once, key = warp_first + lane / S::lanes_a_value + nth;
      if (newest ? key != position : key == position) continue;
      ptx::copy_async<true>(landing + (S::key_pieces + i) * 512, value_at + nth * head_dim,
                            key <= position ? 16 : 0);
    }
  };
  if (op.shared_slots) ptx::wait_for_predecessor();
  fetch_keys(false);
  ptx::close_copy_group();
  fetch_values(false);
  ptx::close_copy_group();
  ptx::wait_for_predecessor();
  ptx::release_successor();
  uint4 queries[head_dim / 32] = {};
  if (const __nv_bfloat16* const query = task.query(op, head_dim); query != nullptr) {
#pragma unroll
    for (int c = 0; c < head_dim / 32; ++c) queries[c] = ptx::load_l2(query + 32 * c + 8 * t);
  }
  if (task.has_newest()) {
    fetch_keys(true);
    fetch_values(true);
    ptx::close_copy_group();
    ptx::await_copy_group<0>();
  } else {
    ptx::await_copy_group<1>();  // the keys
  }

  weigh_keys<head_dim>(
      [&](int i, int c) { return ptx::load_shared(landing + (i * (head_dim / 32) + c) * 512); }, queries,
      task.warp, warp_first, position, task.score_scale, weights);
  ptx::await_copy_group<0>();
  float sums[group_room][8] = {};
  weigh_values<head_dim>([&](int i) { return ptx::load_shared(landing + (S::key_pieces + i) * 512); },
                         task.warp, weights, sums);
  __syncwarp();  // the warp's keys and values are not needed any more
  store_sums<head_dim>(sums, static_cast<float*>(task.shared));
}

/// In registers, as they are.
template <int head_dim, int group_room>
__device__ inline void attend_float8(const DecodeAttention& op, const WarpTask& task,
                                     DecodeWeights& weights) {
  const int newest = task.position - task.warp_first, t = static_cast<int>(threadIdx.x) % 4;
  const std::size_t first = (task.cache + task.warp_first) * head_dim;
  const auto *const keys = static_cast<const std::uint8_t*>(op.keys) + first,
                    *const values = static_cast<const std::uint8_t*>(op.values) + first;
  Float8Part<head_dim> part;
  if (op.shared_slots) ptx::wait_for_predecessor();
  part.load(keys, values, [&](int key) { return key < newest; });
  ptx::wait_for_predecessor();
  ptx::release_successor();
  Float8Query<head_dim> query;
  if (const __nv_bfloat16* const from = task.query(op, head_dim); from != nullptr) {
#pragma unroll
    for (int i = 0; i < query.fours; ++i) query.four[i] = ptx::load_l2_8(from + query.dim(i, t));
  }
  query.to_f16();
  if (task.has_newest()) part.load(keys, values, [&](int key) { return key == newest; });
  weigh_float8_keys(part, query, task.warp, task.warp_first, task.position, task.score_scale, weights);
  float sums[head_dim / 16][4] = {};
  weigh_float8_values(part, task.warp, weights, sums);
  store_float8_sums<head_dim, group_room>(sums, static_cast<float*>(task.shared));
}

// One block: one row, one key/value head with its query heads (at most `group_room`), and one chunk of keys.
// Each key and value is read once. A row's chunks meet in a cluster's shared memory, or in the workspace if
// there are too many.
template <int head_dim, int group_room, bool in_cluster, DType cached>
__global__ void __launch_bounds__(threads, cached == DType::f8 ? 4 : 3)
    decode_attention(const DecodeAttention op, const Workspace workspace, float score_scale) {
  using S = Sizes<head_dim, group_room, cached>;
  extern __shared__ __align__(128) std::uint8_t shared[];
  __shared__ DecodeWeights weights;
  __shared__ __align__(16) float chunk_sums[group_room * head_dim];
  __shared__ __align__(16) float4 chunk_weights[group_room];  // largest score, Σ p, -, -
  __shared__ bool is_last;

  const int row = static_cast<int>(blockIdx.z), kv_head = static_cast<int>(blockIdx.y);
  const int chunk = static_cast<int>(blockIdx.x);
  const int warp = static_cast<int>(threadIdx.x) / 32, group = op.heads / op.kv_heads;
  const int place = __ldcg(op.positions + row);            // written at least two launches ago
  const int position = place < op.most_keys ? place : -1;  // beyond the launch's limit: treated as idle
  const int slot = __ldcg(op.slots + row);
  const int first_key = chunk * chunk_keys;
  if (position < first_key) {  // also idle rows
    ptx::wait_for_predecessor();
    return;
  }
  const int last_chunk = position / chunk_keys;
  const std::size_t cache = (static_cast<std::size_t>(slot) * op.kv_heads + kv_head) * op.capacity;

  const WarpTask task = {
      row,        kv_head, position, warp, first_key + warp * warp_keys, cache, shared + warp * S::warp_bytes,
      score_scale};
  if constexpr (cached == DType::f8)
    attend_float8<head_dim, group_room>(op, task, weights);
  else
    attend_bf16<head_dim, group_room>(op, task, weights);
  __syncthreads();

  // Combine the block's warps.
  const int pair = row * op.kv_heads + kv_head;
  const int chunks = static_cast<int>(gridDim.x);
  const std::size_t at = (static_cast<std::size_t>(pair) * chunks + chunk) * group;  // in the workspace
  __nv_bfloat16* out = op.out + (static_cast<std::size_t>(row) * op.heads + kv_head * group) * head_dim;
  const int quads = group * head_dim / 4;  // of values that this block has
  for (int quad = static_cast<int>(threadIdx.x); quad < quads; quad += threads) {
    const int h = quad * 4 / head_dim;
    const RunningSum all = chunk_sum<head_dim, group_room, S::joined>(shared, S::warp_bytes, quad, weights);
    if (last_chunk == 0) {
      all.store(out + quad * 4);
    } else if constexpr (in_cluster) {
      *reinterpret_cast<float4*>(chunk_sums + quad * 4) = all.sum;
      if (quad * 4 % head_dim == 0) chunk_weights[h] = make_float4(all.most, all.weight, 0.0f, 0.0f);
    } else {
      __stcg(reinterpret_cast<float4*>(workspace.sums + at * head_dim + quad * 4), all.sum);
      if (quad * 4 % head_dim == 0) __stcg(workspace.weights + at + h, make_float2(all.most, all.weight));
    }
  }
  if (last_chunk == 0) return;

  // Combine the row's chunks in ascending order. Each block of the cluster combines its share of the values;
  // without a cluster, the last block to finish combines all.
  if constexpr (in_cluster) {
    ptx::cluster_arrive();
    ptx::cluster_wait();
    const int share = (quads + last_chunk) / (last_chunk + 1);
    for (int quad = chunk * share + static_cast<int>(threadIdx.x); quad < min((chunk + 1) * share, quads);
         quad += threads) {
      RunningSum all;
#pragma unroll
      for (int c = 0; c < most_cluster; ++c) {
        if (c > last_chunk) break;
        const float4 weight = ptx::load_cluster(ptx::shared_address(chunk_weights + quad * 4 / head_dim), c);
        all.add(ptx::load_cluster(ptx::shared_address(chunk_sums + quad * 4), c),
                make_float2(weight.x, weight.y));
      }
      all.store(out + quad * 4);
    }
    ptx::leave_cluster();  // nobody reads this block's shared memory any more
  } else {
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
      is_last = atomicAdd(workspace.arrived + pair, 1) == last_chunk;
      if (is_last) workspace.arrived[pair] = 0;
    }
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    for (int quad = static_cast<int>(threadIdx.x); quad < quads; quad += threads) {
      const std::size_t first = static_cast<std::size_t>(pair) * chunks * group;
      RunningSum all;
#pragma unroll 8
      for (int c = 0; c <= last_chunk; ++c) {
        const std::size_t of_chunk = first + static_cast<std::size_t>(c) * group;
        const float4* sums_at =
            reinterpret_cast<const float4*>(workspace.sums + of_chunk * head_dim + quad * 4);
        all.add(__ldcg(sums_at), __ldcg(workspace.weights + of_chunk + quad * 4 / head_dim));
      }
      all.store(out + quad * 4);
    }
  }
}

template <int head_dim, int group_room, bool in_cluster, DType cached>
void launch(const DecodeAttention& op, int chunks, CudaStream& stream) {
  const std::size_t pieces = static_cast<std::size_t>(op.rows) * op.heads * chunks;
  auto* bytes = static_cast<std::uint8_t*>(op.workspace);
  Workspace workspace;
  workspace.arrived = reinterpret_cast<std::int32_t*>(bytes);
  workspace.sums = reinterpret_cast<float*>(bytes + counter_bytes);
  workspace.weights = reinterpret_cast<float2*>(workspace.sums + pieces * head_dim);
  const dim3 grid(static_cast<unsigned>(chunks), static_cast<unsigned>(op.kv_heads),
                  static_cast<unsigned>(op.rows));
  launch(stream,
         {.name = "decode_attention",
          .grid = grid,
          .threads = threads,
          .shared_bytes = warps * Sizes<head_dim, group_room, cached>::warp_bytes,
          .cluster = in_cluster ? chunks : 1,
          .order = {Begins::with_settled, Releases::after_its_wait}},
         decode_attention<head_dim, group_room, in_cluster, cached>, op, workspace,
         decode_score_scale(head_dim));
}

template <int head_dim, DType cached>
void launch_over(const DecodeAttention& op, const Config& config, CudaStream& stream) {
  const bool few = op.heads / op.kv_heads <= 4;
  if (config.index > 0) {
    return few ? launch<head_dim, 4, true, cached>(op, config.index, stream)
               : launch<head_dim, 8, true, cached>(op, config.index, stream);
  }
  const auto chunks = static_cast<int>(decode_chunks(op.most_keys));
  return few ? launch<head_dim, 4, false, cached>(op, chunks, stream)
             : launch<head_dim, 8, false, cached>(op, chunks, stream);
}

template <int head_dim>
void launch(const DecodeAttention& op, const Config& config, CudaStream& stream) {
  op.float8_cache ? launch_over<head_dim, DType::f8>(op, config, stream)
                  : launch_over<head_dim, DType::bf16>(op, config, stream);
}

}  // namespace

void launch_decode_attention(const DecodeAttention& op, const Config& config, CudaStream& stream) {
  const Configs configs = decode_attention_configs(op.sizes(), stream.gpu());
  if (std::ranges::find(configs, config) == configs.end() || op.most_keys > op.capacity) {
    throw Error(
        "Attention of a decode step takes heads of 32, 64 or 128 values, at most 8 per key/value head, and "
        "as many keys as the cache has room for, not {1} of {2} values on {3} and {4} of {5} keys ({6}).",
        op.heads, op.head_dim, op.kv_heads, op.most_keys, op.capacity, config.name);
  }
  switch (op.head_dim) {
    case 32:
      return launch<32>(op, config, stream);
    case 64:
      return launch<64>(op, config, stream);
    default:
      return launch<128>(op, config, stream);
  }
}

}  // namespace tilescribe::kernels

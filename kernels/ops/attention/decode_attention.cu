// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/core/dtype.h"
#include "kernels/core/error.h"
#include "kernels/device/barrier.cuh"
#include "kernels/device/float8.cuh"
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/ops/attention/decode_attention.cuh"
#include "kernels/ops/attention/decode_attention.h"

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

/// How eight values of the cache come to a lane.
template <DType cached>
struct Piece;
template <>
struct Piece<DType::bf16> {
  static constexpr int bytes = 16;
  __device__ static void fetch(unsigned to, const void* from, bool there) {
    ptx::copy_async<true>(to, from, there ? bytes : 0);
  }
  __device__ static uint4 landed(unsigned at) { return ptx::load_shared(at); }
};
template <>
struct Piece<DType::f8> {
  static constexpr int bytes = 8;
  __device__ static void fetch(unsigned to, const void* from, bool there) {
    ptx::copy_async_8(to, from, there ? bytes : 0);
  }
  __device__ static uint4 landed(unsigned at) { return float8_as_bf16(ptx::load_shared_8(at)); }
};

template <int head_dim, int group_room, DType cached>
struct Sizes : DecodeSizes<head_dim> {
  using Base = DecodeSizes<head_dim>;
  static constexpr int piece_bytes = 32 * Piece<cached>::bytes;  // of all lanes
  static constexpr int sums_bytes = Base::values_at_once * group_room * head_dim * 4;
  static constexpr int landing_bytes = (Base::key_pieces + Base::value_pieces) * piece_bytes;
  // A warp's keys and values; later, in the same place, its sums (key of values_at_once, query head, dim).
  static constexpr int warp_bytes = landing_bytes > sums_bytes ? landing_bytes : sums_bytes;
};

// One block: one row, one key/value head with its query heads (at most `group_room`), and one chunk of keys.
// Each key and value is read once. A row's chunks meet in a cluster's shared memory, or in the workspace if
// there are too many.
template <int head_dim, int group_room, bool in_cluster, DType cached>
__global__ void __launch_bounds__(threads, cached == DType::f8 ? 4 : 3)
    decode_attention(const DecodeAttention op, const Workspace workspace, float score_scale) {
  using S = Sizes<head_dim, group_room, cached>;
  using Eight = Piece<cached>;
  extern __shared__ __align__(128) std::uint8_t shared[];
  __shared__ DecodeWeights weights;
  __shared__ __align__(16) float chunk_sums[group_room * head_dim];
  __shared__ __align__(16) float4 chunk_weights[group_room];  // largest score, Σ p, -, -
  __shared__ bool is_last;

  const int row = static_cast<int>(blockIdx.z), kv_head = static_cast<int>(blockIdx.y);
  const int chunk = static_cast<int>(blockIdx.x);
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int g = lane / 4, t = lane % 4;
  const int group = op.heads / op.kv_heads;
  const int place = __ldcg(op.positions + row);            // written at least two launches ago
  const int position = place < op.most_keys ? place : -1;  // beyond the launch's limit: treated as idle
  const int slot = __ldcg(op.slots + row);
  const int first_key = chunk * chunk_keys;
  if (position < first_key) {  // also idle rows
    ptx::wait_for_predecessor();
    return;
  }
  const int last_chunk = position / chunk_keys;
  const int warp_first = first_key + warp * warp_keys;
  const std::size_t cache = (static_cast<std::size_t>(slot) * op.kv_heads + kv_head) * op.capacity;

  // Load all earlier keys and values while the predecessor writes the newest, then that one. In a shared slot
  // earlier ones may be new, too. Each lane copies what it uses: keys g, g + 8 … in pieces of 8 dims, and 8
  // dims of every values_at_once-th value.
  constexpr int value_bytes = Eight::bytes / 8;
  const auto* key_at =
      static_cast<const std::uint8_t*>(op.keys) + ((cache + warp_first + g) * head_dim + 8 * t) * value_bytes;
  const auto* value_at =
      static_cast<const std::uint8_t*>(op.values) +
      ((cache + warp_first + lane / S::lanes_a_value) * head_dim + lane % S::lanes_a_value * 8) * value_bytes;
  const std::uint32_t landing = ptx::shared_address(shared) + warp * S::warp_bytes + lane * Eight::bytes;
  auto fetch_keys = [&](bool newest) {
#pragma unroll
    for (int i = 0; i < S::key_pieces; ++i) {
      const int nth = i / (head_dim / 32) * 8, key = warp_first + g + nth;
      if (newest ? key != position : key == position) continue;
      Eight::fetch(landing + i * S::piece_bytes,
                   key_at + (nth * head_dim + i % (head_dim / 32) * 32) * value_bytes, key <= position);
    }
  };
  auto fetch_values = [&](bool newest) {
#pragma unroll
    for (int i = 0; i < S::value_pieces; ++i) {
      const int nth = i * S::values_at_once, key = warp_first + lane / S::lanes_a_value + nth;
      if (newest ? key != position : key == position) continue;
      Eight::fetch(landing + (S::key_pieces + i) * S::piece_bytes, value_at + nth * head_dim * value_bytes,
                   key <= position);
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
  if (g < group) {
    const std::size_t head = static_cast<std::size_t>(row) * op.heads + kv_head * group + g;
#pragma unroll
    for (int c = 0; c < head_dim / 32; ++c)
      queries[c] = ptx::load_l2(op.q + head * head_dim + 32 * c + 8 * t);
  }
  if (position >= warp_first && position < warp_first + warp_keys) {
    fetch_keys(true);
    fetch_values(true);
    ptx::close_copy_group();
    ptx::await_copy_group<0>();
  } else {
    ptx::await_copy_group<1>();  // the keys
  }

  weigh_keys<head_dim>(
      [&](int i, int c) { return Eight::landed(landing + (i * (head_dim / 32) + c) * S::piece_bytes); },
      queries, warp, warp_first, position, score_scale, weights);
  ptx::await_copy_group<0>();
  float sums[group_room][8] = {};
  weigh_values<head_dim>([&](int i) { return Eight::landed(landing + (S::key_pieces + i) * S::piece_bytes); },
                         warp, weights, sums);
  __syncwarp();  // the warp's keys and values are not needed any more
  store_sums<head_dim>(sums, reinterpret_cast<float*>(shared + warp * S::warp_bytes));
  __syncthreads();

  // Combine the block's warps.
  const int pair = row * op.kv_heads + kv_head;
  const int chunks = static_cast<int>(gridDim.x);
  const std::size_t at = (static_cast<std::size_t>(pair) * chunks + chunk) * group;  // in the workspace
  __nv_bfloat16* out = op.out + (static_cast<std::size_t>(row) * op.heads + kv_head * group) * head_dim;
  const int quads = group * head_dim / 4;  // of values that this block has
  for (int quad = static_cast<int>(threadIdx.x); quad < quads; quad += threads) {
    const int h = quad * 4 / head_dim;
    const RunningSum all = chunk_sum<head_dim, group_room>(shared, S::warp_bytes, quad, weights);
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/wgmma.cuh"
#include "kernels/ops/attention/flash_batch.cuh"
#include "kernels/ops/attention/flash_map.cuh"
#include "kernels/ops/attention/flash_tile.cuh"

// Flash attention for Hopper (Shah et al. 2024, "FlashAttention-3"). One warpgroup's first warp brings tiles
// of keys and values into a ring in shared memory by TMA. Each of the other warpgroups keeps 64 packed rows:
// while its tensor cores add the values of one tile, its threads take the softmax of the next.

namespace tilescribe::kernels {

/// How a launch is cut. Only `key_tile` enters the arithmetic: it is fixed for a head size.
template <int HeadDim, int KeyTile, int Consumers, int Stages, int BlocksPerSm>
struct FlashPlan {
  static constexpr int head_dim = HeadDim;
  static constexpr int key_tile = KeyTile;           // keys of a tile
  static constexpr int consumers = Consumers;        // warpgroups of 64 packed rows
  static constexpr int stages = Stages;              // tiles of keys, and of values, in the ring
  static constexpr int blocks_per_sm = BlocksPerSm;  // that registers are counted for

  static constexpr int row_tile = 64 * Consumers;
  static constexpr int threads = 128 * (Consumers + 1);
  // A swizzled row of shared memory holds 64 values, 128 bytes: a head is one or two panels of such rows.
  static constexpr int columns = 64;
  static constexpr int panels = HeadDim / columns;
  static constexpr int query_bytes = row_tile * HeadDim * 2;
  static constexpr int tile_bytes = KeyTile * HeadDim * 2;
  static constexpr int shared_bytes = 1024 + query_bytes + 2 * Stages * tile_bytes + 8 * (2 + 4 * Stages);

  // Registers a thread: an even share at the start, then the copying warpgroup gives up most of its own.
  static constexpr int even_share = 65536 / (threads * BlocksPerSm) / 8 * 8;
  static constexpr int copy_registers = 24;
  static constexpr int free_registers = ((Consumers + 1) * even_share - copy_registers) / Consumers / 8 * 8;
  static constexpr int product_registers = free_registers < 240 ? free_registers : 240;
};

/// The launch's tensors for TMA, in boxes of 64 values of the innermost dimension.
struct FlashMaps {
  CUtensorMap q;     // [rows, heads, head_dim], box [row_tile / group, group, 64]
  CUtensorMap k, v;  // [slots · kv_heads, capacity, head_dim], box [1, key_tile, 64]
};

#ifdef TILESCRIBE_SM90A

/// Shared memory of a block.
template <class Plan>
struct FlashShared {
  unsigned char* queries;  // [panels][row_tile, 64]
  unsigned char* keys;     // [stages][panels][key_tile, 64]
  unsigned char* values;   // like keys
  sm90::Barrier* queries_full;
  sm90::Barrier* tail;  // the last values have come, but hold what lies past the sequence's keys
  sm90::Barrier *keys_full, *keys_empty, *values_full, *values_empty;  // [stages]

  __device__ explicit FlashShared(unsigned char* memory) {
    queries = memory + (1024 - sm90::shared_address(memory) % 1024) % 1024;
    keys = queries + Plan::query_bytes;
    values = keys + Plan::stages * Plan::tile_bytes;
    queries_full = reinterpret_cast<sm90::Barrier*>(values + Plan::stages * Plan::tile_bytes);
    tail = queries_full + 1;
    keys_full = tail + 1;
    keys_empty = keys_full + Plan::stages;
    values_full = keys_empty + Plan::stages;
    values_empty = values_full + Plan::stages;
  }
  __device__ void init_barriers() const {
    sm90::barrier_init(queries_full, 1);
    sm90::barrier_init(tail, 1);
    for (int stage = 0; stage < Plan::stages; ++stage) {
      sm90::barrier_init(keys_full + stage, 1);
      sm90::barrier_init(values_full + stage, 1);
      sm90::barrier_init(keys_empty + stage, 4 * Plan::consumers);  // one arrival a warp
      sm90::barrier_init(values_empty + stage, 4 * Plan::consumers);
    }
    sm90::barrier_init_fence();
  }
};

/// The copying warp: queries once, then keys and values tile by tile, as the ring has room.
template <class Plan>
__device__ void flash_copy(const FlashShared<Plan>& shared, const FlashMaps& maps, const FlashShape& shape,
                           const FlashBlock& block, int lane) {
  const int head = block.sequence.slot * shape.kv_heads + block.kv_head;
  const auto load = [&](unsigned char* to, const CUtensorMap& map, sm90::Barrier* full, int tile) {
    sm90::barrier_arrive_expect(full, Plan::tile_bytes);
    for (int panel = 0; panel < Plan::panels; ++panel)
      sm90::tma_load(to + panel * Plan::key_tile * 128, map, full, panel * Plan::columns,
                     tile * Plan::key_tile, head);
  };
  sm90::wait_for_previous_kernel();
  if (lane == 0) {
    sm90::barrier_arrive_expect(shared.queries_full, Plan::query_bytes);
    for (int panel = 0; panel < Plan::panels; ++panel)
      sm90::tma_load(shared.queries + panel * Plan::row_tile * 128, maps.q, shared.queries_full,
                     panel * Plan::columns, block.kv_head * shape.group,
                     block.sequence.first_row + block.first / shape.group);
  }
  for (int tile = 0; tile < block.tiles; ++tile) {
    const int stage = tile % Plan::stages;
    const std::uint32_t round = static_cast<std::uint32_t>(tile / Plan::stages) & 1u;
    unsigned char* const values = shared.values + stage * Plan::tile_bytes;
    const int good_rows = block.keys - tile * Plan::key_tile;
    const bool partial = good_rows < Plan::key_tile;
    sm90::barrier_wait(shared.keys_empty + stage, round ^ 1u);
    if (lane == 0) load(shared.keys + stage * Plan::tile_bytes, maps.k, shared.keys_full + stage, tile);
    sm90::barrier_wait(shared.values_empty + stage, round ^ 1u);
    if (lane == 0) load(values, maps.v, partial ? shared.tail : shared.values_full + stage, tile);
    if (!partial) continue;
    // What lies past the keys may be NaN, which a weight of 0 would not cancel: make it 0.
    sm90::barrier_wait(shared.tail, 0);
    for (int i = good_rows * 8 + lane; i < Plan::key_tile * 8; i += 32) {
      for (int panel = 0; panel < Plan::panels; ++panel)
        reinterpret_cast<uint4*>(values + panel * Plan::key_tile * 128)[i] = uint4{};
    }
    sm90::fence_shared_for_tma();
    __syncwarp();
    if (lane == 0) sm90::barrier_arrive(shared.values_full + stage);
  }
  sm90::let_next_kernel_start();
}

/// Keeps the compiler from moving uses of a product's registers before the wait for it.
template <int Values>
__device__ void settle(float (&tile)[Values]) {
#pragma unroll
  for (int i = 0; i < Values; ++i) asm volatile("" : "+f"(tile[i])::"memory");
}

/// A warpgroup with 64 packed rows: scores, softmax, products, result.
template <class Plan>
__device__ void flash_attend(const FlashShared<Plan>& shared, __nv_bfloat16* out, const FlashShape& shape,
                             const FlashBlock& block, int group, int lane) {
  constexpr int key_tile = Plan::key_tile;
  float scores[key_tile / 2];               // (row, key), then exponentials
  float sums[Plan::head_dim / 2] = {};      // (row, dimension)
  std::uint32_t weights[key_tile / 16][4];  // (row, key)
  OnlineSoftmax softmax;

  const auto start_scores = [&](int stage) {
    const std::uint64_t q = sm90::tile_descriptor(shared.queries + group * 64 * 128);
    const std::uint64_t k = sm90::tile_descriptor(shared.keys + stage * Plan::tile_bytes);
    sm90::wgmma_fence();
#pragma unroll
    for (int d = 0; d < Plan::head_dim / 16; ++d)
      sm90::wgmma(scores, sm90::advance(q, d / 4 * Plan::row_tile * 128 + d % 4 * 32),
                  sm90::advance(k, d / 4 * key_tile * 128 + d % 4 * 32), d > 0);
    sm90::wgmma_commit();
  };
  const auto start_sums = [&](int stage) {
    const std::uint64_t v =
        sm90::transposed_tile_descriptor(shared.values + stage * Plan::tile_bytes, key_tile * 128);
    sm90::wgmma_fence();
#pragma unroll
    for (int n = 0; n < key_tile / 16; ++n) sm90::wgmma<1>(sums, weights[n], sm90::advance(v, n * 2048), 1);
    sm90::wgmma_commit();
  };
  const auto parity = [](int tile) { return static_cast<std::uint32_t>(tile / Plan::stages) & 1u; };

  const int first = block.first + group * 64 + static_cast<int>(threadIdx.x) % 128 / 32 * 16 + lane / 4;
  const int limit[2] = {flash_limit(shape, block, first), flash_limit(shape, block, first + 8)};
  float shrink[2];

  sm90::barrier_wait(shared.queries_full, 0);
  sm90::barrier_wait(shared.keys_full, 0);
  start_scores(0);
  sm90::wgmma_wait<0>();
  settle(scores);
  if (lane == 0) sm90::barrier_arrive(shared.keys_empty);
  if (block.full_tiles == 0) mask_scores(scores, 0, limit, lane);
  softmax.step(scores, shape.scale_log2, shrink);
  pack_left_operand(weights, scores);

#pragma unroll 1
  for (int tile = 1; tile < block.tiles; ++tile) {
    const int stage = tile % Plan::stages, before = (tile - 1) % Plan::stages;
    sm90::barrier_wait(shared.keys_full + stage, parity(tile));
    start_scores(stage);
    sm90::barrier_wait(shared.values_full + before, parity(tile - 1));
    start_sums(before);
    sm90::wgmma_wait<1>();
    settle(scores);
    if (lane == 0) sm90::barrier_arrive(shared.keys_empty + stage);
    if (tile >= block.full_tiles) mask_scores(scores, tile * key_tile, limit, lane);
    softmax.step(scores, shape.scale_log2, shrink);
    sm90::wgmma_wait<0>();
    settle(sums);
    if (lane == 0) sm90::barrier_arrive(shared.values_empty + before);
    scale_rows(sums, shrink);
    pack_left_operand(weights, scores);
  }

  const int last = block.tiles - 1;
  sm90::barrier_wait(shared.values_full + last % Plan::stages, parity(last));
  start_sums(last % Plan::stages);
  const float inverse[2] = {1.0f / quad_sum(softmax.sum[0]), 1.0f / quad_sum(softmax.sum[1])};
  __nv_bfloat16* row[2];
#pragma unroll
  for (int r = 0; r < 2; ++r) {
    const int packed_row = first + 8 * r;
    row[r] = packed_row < block.packed ? out + flash_row_offset<Plan::head_dim>(shape, block, packed_row)
                                       : nullptr;
  }
  sm90::wgmma_wait<0>();
  settle(sums);
  store_rows<Plan::head_dim>(sums, inverse, row, lane);
}

#endif  // TILESCRIBE_SM90A

/// Grid: (row tiles of all sequences, key/value heads).
template <class Plan>
__global__ void __launch_bounds__(Plan::threads, Plan::blocks_per_sm)
    flash_sm90_kernel(__nv_bfloat16* out, const __grid_constant__ FlashMaps maps, const FlashShape shape,
                      const __grid_constant__ FlashBatch batch) {
#ifdef TILESCRIBE_SM90A
  extern __shared__ __align__(1024) unsigned char memory[];
  const FlashShared<Plan> shared(memory);
  if (threadIdx.x == 0) {
    sm90::prefetch_map(maps.q);
    sm90::prefetch_map(maps.k);
    sm90::prefetch_map(maps.v);
    shared.init_barriers();
  }
  __syncthreads();
  const FlashBlock block = flash_block<Plan::row_tile, Plan::key_tile>(shape, batch);
  const int warp = __shfl_sync(~0u, static_cast<int>(threadIdx.x) / 32, 0);
  const int lane = static_cast<int>(threadIdx.x) % 32;
  if (warp < 4) {
    sm90::give_registers<Plan::copy_registers>();
    if (warp == 0) flash_copy<Plan>(shared, maps, shape, block, lane);
  } else {
    sm90::take_registers<Plan::product_registers>();
    flash_attend<Plan>(shared, out, shape, block, warp / 4 - 1, lane);
  }
#endif
}

/// Launches the kernel for all sequences of a task.
template <class Plan>
void flash_sm90_launch(const FlashTask& task, cudaStream_t stream) {
  if (task.sequences.empty()) return;
  const std::int64_t group = task.heads / task.kv_heads;
  std::int64_t rows = 0;
  for (const Sequence& s : task.sequences) rows = std::max(rows, std::int64_t{s.first_row} + s.rows);
  FlashMaps maps;
  maps.q =
      flash_map(task.q, {task.head_dim, task.heads, rows}, {Plan::columns, group, Plan::row_tile / group});
  const Extents cache{task.head_dim, task.capacity, task.slots * task.kv_heads};
  maps.k = flash_map(task.k, cache, {Plan::columns, Plan::key_tile, 1});
  maps.v = flash_map(task.v, cache, {Plan::columns, Plan::key_tile, 1});
  for (std::size_t first = 0; first < task.sequences.size(); first += FlashBatch::most) {
    const FlashBatch batch = flash_batch(task, first, Plan::row_tile);
    const dim3 grid(static_cast<unsigned>(batch.first_tile[batch.count]),
                    static_cast<unsigned>(task.kv_heads));
    flash_launch(flash_sm90_kernel<Plan>, grid, Plan::threads, Plan::shared_bytes, stream, "flash_sm90",
                 static_cast<__nv_bfloat16*>(task.out), maps, flash_shape(task), batch);
  }
}

}  // namespace tilescribe::kernels

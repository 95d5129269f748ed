// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/device/pipeline.cuh"
#include "kernels/device/tensor_map.h"
#include "kernels/device/tma.cuh"
#include "kernels/device/wgmma.cuh"
#include "kernels/ops/attention/flash_batch.cuh"
#include "kernels/ops/attention/flash_tile.cuh"

// Flash attention for Hopper (Shah et al. 2024, "FlashAttention-3"). The first warp of one warpgroup copies
// tiles of keys and values to a ring in shared memory with TMA. Each other warpgroup keeps 64 packed rows.
// While its tensor cores add the values of one tile, its threads compute the softmax of the next.

namespace tilescribe::kernels {

/// The sizes of a launch. Only `key_tile` affects the arithmetic; it is fixed for a head size.
template <int HeadDim, int KeyTile, int Consumers, int Stages, int BlocksPerSm>
struct FlashPlan {
  static constexpr int head_dim = HeadDim;
  static constexpr int key_tile = KeyTile;           // keys per tile
  static constexpr int consumers = Consumers;        // warpgroups of 64 packed rows
  static constexpr int stages = Stages;              // tiles of keys, and of values, in the ring
  static constexpr int blocks_per_sm = BlocksPerSm;  // for which registers are limited

  static constexpr int row_tile = 64 * Consumers;
  static constexpr int threads = 128 * (Consumers + 1);
  // A swizzled row of shared memory has 64 values (128 bytes), so a head is one or two panels of such rows.
  static constexpr int columns = 64;
  static constexpr int panels = HeadDim / columns;
  static constexpr int query_bytes = row_tile * HeadDim * 2;
  static constexpr int tile_bytes = KeyTile * HeadDim * 2;
  using Ring = Pipeline<Stages>;
  static constexpr int shared_bytes = 1024 + query_bytes + 2 * (Stages * tile_bytes + Ring::bytes) + 2 * 8;

  // Registers per thread: equal shares at first; then the copying warpgroup gives up most of its own.
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
  unsigned char* queries;      // [panels][row_tile, 64]
  unsigned char* keys;         // [stages][panels][key_tile, 64]
  unsigned char* values;       // like keys
  ptx::Barrier* queries_full;  // first of the barriers
  ptx::Barrier* tail;          // the last values have arrived, but include rows past the sequence's keys
  typename Plan::Ring key_ring, value_ring;

  __device__ explicit FlashShared(unsigned char* memory)
      : queries(memory + (1024 - ptx::shared_address(memory) % 1024) % 1024),
        keys(queries + Plan::query_bytes),
        values(keys + Plan::stages * Plan::tile_bytes),
        queries_full(reinterpret_cast<ptx::Barrier*>(values + Plan::stages * Plan::tile_bytes)),
        tail(queries_full + 1),
        key_ring(tail + 1),
        value_ring(tail + 1 + 2 * Plan::stages) {}
  __device__ void init_barriers() const {
    ptx::barrier_init(queries_full, 1);
    ptx::barrier_init(tail, 1);
    key_ring.init(4 * Plan::consumers);  // one arrival per warp
    value_ring.init(4 * Plan::consumers);
    ptx::barrier_init_fence();
  }
};

/// The copying warp: loads the queries once, then keys and values tile by tile as the ring has room.
template <class Plan>
__device__ void flash_copy(const FlashShared<Plan>& shared, const FlashMaps& maps, const FlashShape& shape,
                           const FlashBlock& block, int lane) {
  const int head = block.sequence.slot * shape.kv_heads + block.kv_head;
  const auto load = [&](unsigned char* to, const CUtensorMap& map, ptx::Barrier* full, int tile) {
    ptx::barrier_arrive_expect(full, Plan::tile_bytes);
    for (int panel = 0; panel < Plan::panels; ++panel)
      ptx::tma_load(to + panel * Plan::key_tile * 128, map, full, panel * Plan::columns,
                    tile * Plan::key_tile, head);
  };
  ptx::wait_for_predecessor();
  if (lane == 0) {
    ptx::barrier_arrive_expect(shared.queries_full, Plan::query_bytes);
    for (int panel = 0; panel < Plan::panels; ++panel)
      ptx::tma_load(shared.queries + panel * Plan::row_tile * 128, maps.q, shared.queries_full,
                    panel * Plan::columns, block.kv_head * shape.group,
                    block.sequence.first_row + block.first / shape.group);
  }
  for (int tile = 0; tile < block.tiles; ++tile) {
    const auto at = Plan::Ring::turn(tile);
    unsigned char* const values = shared.values + at.stage * Plan::tile_bytes;
    const int good_rows = block.keys - tile * Plan::key_tile;
    const bool partial = good_rows < Plan::key_tile;
    shared.key_ring.await_empty(at);
    if (lane == 0) load(shared.keys + at.stage * Plan::tile_bytes, maps.k, shared.key_ring.full(at), tile);
    shared.value_ring.await_empty(at);
    if (lane == 0) load(values, maps.v, partial ? shared.tail : shared.value_ring.full(at), tile);
    if (!partial) continue;
    // Rows past the keys may hold NaN, and 0 · NaN is NaN, so set them to 0.
    ptx::barrier_wait(shared.tail, 0);
    for (int i = good_rows * 8 + lane; i < Plan::key_tile * 8; i += 32) {
      for (int panel = 0; panel < Plan::panels; ++panel)
        reinterpret_cast<uint4*>(values + panel * Plan::key_tile * 128)[i] = uint4{};
    }
    ptx::fence_shared_for_tma();
    __syncwarp();
    if (lane == 0) ptx::barrier_arrive(shared.value_ring.full(at));
  }
  ptx::release_successor();
}

/// One warpgroup with 64 packed rows: scores, softmax, products, result.
template <class Plan>
__device__ void flash_attend(const FlashShared<Plan>& shared, __nv_bfloat16* out, const FlashShape& shape,
                             const FlashBlock& block, int group, int lane) {
  constexpr int key_tile = Plan::key_tile;
  float scores[key_tile / 2];               // (row, key), then exponentials
  float sums[Plan::head_dim / 2] = {};      // (row, dimension)
  std::uint32_t weights[key_tile / 16][4];  // (row, key)
  OnlineSoftmax softmax;

  const auto start_scores = [&](int stage) {
    const std::uint64_t q = ptx::tile_descriptor(shared.queries + group * 64 * 128);
    const std::uint64_t k = ptx::tile_descriptor(shared.keys + stage * Plan::tile_bytes);
    ptx::wgmma_fence();
#pragma unroll
    for (int d = 0; d < Plan::head_dim / 16; ++d)
      ptx::wgmma(scores, ptx::advance(q, d / 4 * Plan::row_tile * 128 + d % 4 * 32),
                 ptx::advance(k, d / 4 * key_tile * 128 + d % 4 * 32), d > 0);
    ptx::wgmma_commit();
  };
  const auto start_sums = [&](int stage) {
    const std::uint64_t v =
        ptx::transposed_tile_descriptor(shared.values + stage * Plan::tile_bytes, key_tile * 128);
    ptx::wgmma_fence();
#pragma unroll
    for (int n = 0; n < key_tile / 16; ++n) ptx::wgmma<1>(sums, weights[n], ptx::advance(v, n * 2048), 1);
    ptx::wgmma_commit();
  };

  const int first = block.first + group * 64 + static_cast<int>(threadIdx.x) % 128 / 32 * 16 + lane / 4;
  const int limit[2] = {flash_limit(shape, block, first), flash_limit(shape, block, first + 8)};
  float shrink[2];

  ptx::barrier_wait(shared.queries_full, 0);
  shared.key_ring.await_full({});
  start_scores(0);
  ptx::wgmma_wait<0>();
  ptx::settle(scores);
  if (lane == 0) shared.key_ring.leave(0);
  if (block.full_tiles == 0) mask_scores(scores, 0, limit, lane);
  softmax.step(scores, shape.scale_log2, shrink);
  pack_left_operand(weights, scores);

#pragma unroll 1
  for (int tile = 1; tile < block.tiles; ++tile) {
    const auto at = Plan::Ring::turn(tile), before = Plan::Ring::turn(tile - 1);
    shared.key_ring.await_full(at);
    start_scores(at.stage);
    shared.value_ring.await_full(before);
    start_sums(before.stage);
    ptx::wgmma_wait<1>();
    ptx::settle(scores);
    if (lane == 0) shared.key_ring.leave(at.stage);
    if (tile >= block.full_tiles) mask_scores(scores, tile * key_tile, limit, lane);
    softmax.step(scores, shape.scale_log2, shrink);
    ptx::wgmma_wait<0>();
    ptx::settle(sums);
    if (lane == 0) shared.value_ring.leave(before.stage);
    scale_rows(sums, shrink);
    pack_left_operand(weights, scores);
  }

  const auto last = Plan::Ring::turn(block.tiles - 1);
  shared.value_ring.await_full(last);
  start_sums(last.stage);
  const float inverse[2] = {1.0f / quad_sum(softmax.sum[0]), 1.0f / quad_sum(softmax.sum[1])};
  __nv_bfloat16* row[2];
#pragma unroll
  for (int r = 0; r < 2; ++r) {
    const int packed_row = first + 8 * r;
    row[r] = packed_row < block.packed ? out + flash_row_offset<Plan::head_dim>(shape, block, packed_row)
                                       : nullptr;
  }
  ptx::wgmma_wait<0>();
  ptx::settle(sums);
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
    ptx::prefetch_map(maps.q);
    ptx::prefetch_map(maps.k);
    ptx::prefetch_map(maps.v);
    shared.init_barriers();
  }
  __syncthreads();
  const FlashBlock block = flash_block<Plan::row_tile, Plan::key_tile>(shape, batch);
  const int warp = __shfl_sync(~0u, static_cast<int>(threadIdx.x) / 32, 0);
  const int lane = static_cast<int>(threadIdx.x) % 32;
  if (warp < 4) {
    ptx::give_registers<Plan::copy_registers>();
    if (warp == 0) flash_copy<Plan>(shared, maps, shape, block, lane);
  } else {
    ptx::take_registers<Plan::product_registers>();
    flash_attend<Plan>(shared, out, shape, block, warp / 4 - 1, lane);
  }
#endif
}

/// Launches the kernel for all sequences of a task.
template <class Plan>
void flash_sm90_launch(const FlashTask& task, CudaStream& stream) {
  if (task.sequences.empty()) return;
  const std::int64_t group = task.heads / task.kv_heads;
  std::int64_t rows = 0;
  for (const Sequence& s : task.sequences) rows = std::max(rows, std::int64_t{s.first_row} + s.rows);
  const auto map = [](const void* data, std::int64_t second, std::int64_t third, std::int64_t second_tile,
                      std::int64_t third_tile) {
    const auto bytes = static_cast<std::uint64_t>(Plan::head_dim) * 2;
    return tensor_map(
        {.data = data,
         .rank = 3,
         .sizes = {Plan::head_dim, static_cast<std::uint64_t>(second), static_cast<std::uint64_t>(third)},
         .strides_bytes = {bytes, bytes * static_cast<std::uint64_t>(second)},
         .tile = {Plan::columns, static_cast<std::uint32_t>(second_tile),
                  static_cast<std::uint32_t>(third_tile)}});
  };
  const std::int64_t heads = task.slots * task.kv_heads;
  const FlashMaps maps = {map(task.q, task.heads, rows, group, Plan::row_tile / group),
                          map(task.k, task.capacity, heads, Plan::key_tile, 1),
                          map(task.v, task.capacity, heads, Plan::key_tile, 1)};
  for (std::size_t first = 0; first < task.sequences.size(); first += FlashBatch::most) {
    const FlashBatch batch = flash_batch(task, first, Plan::row_tile);
    const dim3 grid(static_cast<unsigned>(batch.first_tile[batch.count]),
                    static_cast<unsigned>(task.kv_heads));
    launch(stream,
           {.name = "flash_sm90",
            .grid = grid,
            .threads = Plan::threads,
            .shared_bytes = Plan::shared_bytes,
            .order = overlapping,
            .most_shared = false},
           flash_sm90_kernel<Plan>, static_cast<__nv_bfloat16*>(task.out), maps, flash_shape(task), batch);
  }
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/copy.cuh"
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/ops/attention/flash_batch.cuh"
#include "kernels/ops/attention/flash_tile.cuh"

// Flash attention (Dao 2023) for all GPUs since Ampere. Each warp keeps 16 packed rows of queries in
// registers. Tiles of 64 keys and values pass through two stages of shared memory with cp.async.

namespace tilescribe::kernels {
namespace {

constexpr int key_tile = 64;

/// Byte offset of 16-byte piece `piece` of row `row` in a tile of HeadDim columns. Pieces are permuted so
/// that the eight rows of an ldmatrix are in different banks.
template <int HeadDim>
__device__ int tile_offset(int row, int piece) {
  constexpr int pieces = HeadDim / 8;
  const int turn = pieces >= 8 ? row % 8 : row / 2 % 4;
  return row * HeadDim * 2 + (piece ^ turn) * 16;
}

/// Copies keys or values [first, first + key_tile) of one head to shared memory. Beyond `keys` it writes
/// zeros, because the cache may hold NaN there, and 0 · NaN is NaN.
template <int HeadDim, int Threads>
__device__ void load_tile(std::uint32_t to, const __nv_bfloat16* head, int first, int keys) {
  constexpr int pieces = HeadDim / 8;
#pragma unroll 2
  for (int i = static_cast<int>(threadIdx.x); i < key_tile * pieces; i += Threads) {
    const int row = i / pieces, piece = i % pieces;
    const bool there = first + row < keys;
    const int key = there ? first + row : keys - 1;
    ptx::copy_async(to + tile_offset<HeadDim>(row, piece),
                    head + static_cast<std::int64_t>(key) * HeadDim + piece * 8, there ? 16 : 0);
  }
}

/// scores (row, key) = queries · keysᵀ
template <int HeadDim>
__device__ void score_tile(float (&scores)[key_tile / 2], const std::uint32_t (&queries)[HeadDim / 4],
                           std::uint32_t k, int lane) {
#pragma unroll
  for (float& score : scores) score = 0.0f;
#pragma unroll
  for (int d = 0; d < HeadDim / 16; ++d) {
#pragma unroll
    for (int n = 0; n < key_tile / 16; ++n) {
      std::uint32_t m[4];  // keys 0-7 and 8-15, each (dimensions 0-7, 8-15)
      ptx::load_matrices(m,
                         k + tile_offset<HeadDim>(n * 16 + lane / 16 * 8 + lane % 8, d * 2 + lane / 8 % 2));
      ptx::mma_bf16(&scores[8 * n], &queries[4 * d], m[0], m[1]);
      ptx::mma_bf16(&scores[8 * n + 4], &queries[4 * d], m[2], m[3]);
    }
  }
}

/// sums (row, dimension) += weights (row, key) · values
template <int HeadDim>
__device__ void add_values(float (&sums)[HeadDim / 2], const std::uint32_t (&weights)[key_tile / 16][4],
                           std::uint32_t v, int lane) {
#pragma unroll
  for (int n = 0; n < key_tile / 16; ++n) {
#pragma unroll
    for (int d = 0; d < HeadDim / 16; ++d) {
      std::uint32_t m[4];  // dimensions 0-7 and 8-15, each (keys 0-7, 8-15)
      ptx::load_matrices_transposed(m, v + tile_offset<HeadDim>(n * 16 + lane % 16, d * 2 + lane / 16));
      ptx::mma_bf16(&sums[8 * d], weights[n], m[0], m[1]);
      ptx::mma_bf16(&sums[8 * d + 4], weights[n], m[2], m[3]);
    }
  }
}

/// Grid: (row tiles of all sequences, key/value heads). Registers are limited for BlocksPerSm blocks.
template <int HeadDim, int Warps, int BlocksPerSm>
__global__ void __launch_bounds__(Warps * 32, BlocksPerSm)
    flash_sm80_kernel(__nv_bfloat16* out, const __nv_bfloat16* q, const __nv_bfloat16* k,
                      const __nv_bfloat16* v, const FlashShape shape,
                      const __grid_constant__ FlashBatch batch) {
  constexpr int row_tile = Warps * 16;
  constexpr int tile_bytes = key_tile * HeadDim * 2;
  extern __shared__ __align__(128) unsigned char stages[];  // [2 stages][keys, values][key_tile, HeadDim]
  const std::uint32_t base = ptx::shared_address(stages);
  const int lane = static_cast<int>(threadIdx.x) % 32;

  const FlashBlock block = flash_block<row_tile, key_tile>(shape, batch);
  const std::int64_t head =
      (static_cast<std::int64_t>(block.sequence.slot) * shape.kv_heads + block.kv_head) * shape.capacity *
      HeadDim;
  const auto load_stage = [&](int tile) {
    const std::uint32_t to = base + tile % 2 * 2 * tile_bytes;
    load_tile<HeadDim, Warps * 32>(to, k + head, tile * key_tile, block.keys);
    load_tile<HeadDim, Warps * 32>(to + tile_bytes, v + head, tile * key_tile, block.keys);
    ptx::close_copy_group();
  };
  ptx::wait_for_predecessor();
  load_stage(0);

  const int first = block.first + static_cast<int>(threadIdx.x) / 32 * 16 + lane / 4;
  const int packed_row[2] = {first, first + 8};
  const int limit[2] = {flash_limit(shape, block, first), flash_limit(shape, block, first + 8)};
  std::int64_t offset[2] = {};
  std::uint32_t queries[HeadDim / 4];  // (row, dimension)
#pragma unroll
  for (int r = 0; r < 2; ++r) {
    const bool there = packed_row[r] < block.packed;
    if (there) offset[r] = flash_row_offset<HeadDim>(shape, block, packed_row[r]);
#pragma unroll
    for (int i = 0; i < HeadDim / 8; ++i) {
      const auto* pair = reinterpret_cast<const std::uint32_t*>(q + offset[r] + i * 8 + lane % 4 * 2);
      queries[i / 2 * 4 + i % 2 * 2 + r] = there ? *pair : 0u;
    }
  }

  OnlineSoftmax softmax;
  float sums[HeadDim / 2] = {};  // (row, dimension)
  for (int tile = 0; tile < block.tiles; ++tile) {
    if (tile + 1 < block.tiles) {
      load_stage(tile + 1);
      ptx::await_copy_group<1>();
    } else {
      ptx::await_copy_group<0>();
      ptx::release_successor();
    }
    __syncthreads();
    const std::uint32_t stage = base + tile % 2 * 2 * tile_bytes;
    float scores[key_tile / 2];  // (row, key)
    score_tile<HeadDim>(scores, queries, stage, lane);
    if (tile >= block.full_tiles) mask_scores(scores, tile * key_tile, limit, lane);
    float shrink[2];
    softmax.step(scores, shape.scale_log2, shrink);
    scale_rows(sums, shrink);
    std::uint32_t weights[key_tile / 16][4];  // (row, key)
    pack_left_operand(weights, scores);
    add_values<HeadDim>(sums, weights, stage + tile_bytes, lane);
    __syncthreads();  // before the stage is overwritten
  }

  const float inverse[2] = {1.0f / quad_sum(softmax.sum[0]), 1.0f / quad_sum(softmax.sum[1])};
  __nv_bfloat16* const row[2] = {packed_row[0] < block.packed ? out + offset[0] : nullptr,
                                 packed_row[1] < block.packed ? out + offset[1] : nullptr};
  store_rows<HeadDim>(sums, inverse, row, lane);
}

template <int HeadDim, int Warps, int BlocksPerSm>
void launch(const FlashTask& task, CudaStream& stream) {
  for (std::size_t first = 0; first < task.sequences.size(); first += FlashBatch::most) {
    const FlashBatch batch = flash_batch(task, first, Warps * 16);
    const dim3 grid(static_cast<unsigned>(batch.first_tile[batch.count]),
                    static_cast<unsigned>(task.kv_heads));
    kernels::launch(stream,
                    {.name = "flash_sm80",
                     .grid = grid,
                     .threads = Warps * 32,
                     .shared_bytes = 4 * key_tile * HeadDim * 2,
                     .order = overlapping,
                     .most_shared = false},
                    flash_sm80_kernel<HeadDim, Warps, BlocksPerSm>, static_cast<__nv_bfloat16*>(task.out),
                    static_cast<const __nv_bfloat16*>(task.q), static_cast<const __nv_bfloat16*>(task.k),
                    static_cast<const __nv_bfloat16*>(task.v), flash_shape(task), batch);
  }
}

}  // namespace

void flash_sm80(const FlashTask& task, CudaStream& stream) {
  switch (task.head_dim) {
    case 32:
      return launch<32, 4, 3>(task, stream);
    case 64:
      return launch<64, 8, 2>(task, stream);
    case 128:
      return launch<128, 4, 2>(task, stream);
    default:
      throw Error("Flash attention takes heads of 32, 64 or 128 values, but found {1}.", task.head_dim);
  }
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "kernels/device/launch.h"
#include "kernels/device/pipeline.cuh"
#include "kernels/ops/linear/gemm.h"
#include "kernels/ops/linear/gemm_sm90_epilogue.cuh"

/// The arguments of gemm_sm90, and how a block divides its tile and its shared memory.
namespace tilescribe::kernels::gemm_sm90_detail {

enum class Kind { plain, gated, qkv };

inline constexpr int tile_rows = gemm_tile_rows;
/// Values of k in a stage, which are 128 bytes of a row.
template <DType operands>
inline constexpr int tile_depth = operands == DType::f8 ? 2 * gemm_tile_depth : gemm_tile_depth;

inline constexpr int stage_steps = 4;  // instructions of a stage

inline constexpr int threads = 384;  // a producer and two consumer warpgroups
inline constexpr int consumer_warps = 8;

template <int Columns>
struct Layout {
  static constexpr int a_bytes = tile_rows * 128;  // (row, k)
  static constexpr int w_bytes = Columns * 128;    // (column, k)
  static constexpr int stage_bytes = a_bytes + w_bytes;
  /// A warp's output buffers. Few, because more stages gain more than more copies on their way out.
  static constexpr int buffers = Columns >= 192 ? 1 : 2;
  static constexpr int staging_bytes = consumer_warps * buffers * staging_buffer;
  // float (consumer warpgroup, turn, bias or scale, column)
  static constexpr int bias_bytes = 2 * 2 * 2 * Columns * 4;
  static constexpr int other_bytes = 1024 + 256;  // alignment, barriers
  static constexpr int fit = (227 * 1024 - other_bytes - bias_bytes - staging_bytes) / stage_bytes;
  static constexpr int stages = fit < 8 ? fit : 8;
  using Ring = Pipeline<stages>;
  static constexpr int shared_bytes = stages * stage_bytes + staging_bytes + bias_bytes + other_bytes;
  /// A tile of a residual: parts of 32 columns, and how many of them a stage holds.
  static constexpr int residual_parts = Columns / 32, residual_part_bytes = tile_rows * 128;
  static constexpr int parts_of_stage = stage_bytes / residual_part_bytes;
};

struct NoQkv {};

template <Kind kind>
struct Arguments {
  CUtensorMap a;         // (k, row, batch), tiles of tile_depth × 64
  CUtensorMap w;         // (k, column), tiles of tile_depth × Columns/2
  CUtensorMap y;         // (column, row, batch), tiles of 16 rows
  CUtensorMap residual;  // y in tiles of 32 columns × tile_rows, where a residual goes through the ring
  const float* bias;
  const float* scale;
  const float* x_scale;  // of rows in f8, or null
  std::int32_t k_steps;
  bool w_is_fresh;
  std::int32_t rows, columns;  // of y; for qkv, columns of the merged product
  std::int32_t w_tile_step,
      w_half_step;                              // rows of w to the next tile, and to a tile's second half
  std::int32_t m_tiles, n_tiles, tiles, group;  // `group` row tiles run together
  Epilogue epilogue;
  std::conditional_t<kind == Kind::qkv, QkvArguments, NoQkv> qkv;
};

/// Whether the tile of a residual comes through the ring, while the last products run, and leaves from there.
/// Where warpgroups alternate, it would take the stages of the other; there copies add in the L2 cache.
template <Kind kind, bool alternate>
inline constexpr bool adds_in_ring = kind == Kind::plain && !alternate;

/// The tile of y that a block computes.
struct TilePlace {
  int m, n, batch;
};

/// Order of tiles: a group of row tiles by all column tiles, so neighbours share operands in the L2 cache.
template <class Arguments>
__device__ TilePlace place_of_tile(const Arguments& args, int tile) {
  const int tiles_per_batch = args.m_tiles * args.n_tiles;
  const int batch = tile / tiles_per_batch, rest = tile - batch * tiles_per_batch;
  const int group_tiles = args.group * args.n_tiles;
  const int group = rest / group_tiles, inside = rest - group * group_tiles;
  const int first = group * args.group, size = min(args.group, args.m_tiles - first);
  return {first + inside % size, inside / size, batch};
}

}  // namespace tilescribe::kernels::gemm_sm90_detail

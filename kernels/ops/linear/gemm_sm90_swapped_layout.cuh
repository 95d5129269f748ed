// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/linear/gemm_sm90.cuh"

/// The arguments of gemm_sm90_swapped, and how a block divides its tile and its shared memory.
namespace tilescribe::kernels::gemm_sm90_detail {

/// Rows of y of so many bytes that a warpgroup stages together: at most 4096 bytes, a part of a tile's rows.
constexpr int staged_rows(int rows, int row_bytes) {
  int staged = 8;
  for (int next = 8; next * row_bytes <= 4096; next += 8)
    if (rows % next == 0) staged = next;
  return staged;
}

template <Kind kind>
struct SwappedArguments {
  /// (k, row of 8, pair, 8 rows in a pair's half, pair of halves): 8 rows of w alternate with the 8 that are
  /// `pair` rows further on, so a thread gets both values of a pair (of gate and up, of a rotation).
  CUtensorMap w;
  CUtensorMap x;  // (k, row)
  CUtensorMap y;  // (column, row, 1)
  const float* bias;
  const float* scale;
  const float* x_scale;  // of rows in f8, or null
  std::int32_t k_steps;
  bool w_is_fresh;
  std::int32_t rows, columns;                   // of y; for qkv, columns of the merged product
  std::int32_t pair;                            // rows of w from a thread's first to its second; at least 8
  std::int32_t w_tile_step;                     // of w's last coordinate that varies, to the next tile
  std::int32_t m_tiles, n_tiles, tiles, group;  // tiles of x, tiles of w
  Epilogue epilogue;
  bool f32;  // of y
  std::conditional_t<kind == Kind::qkv, QkvArguments, NoQkv> qkv;
};

/// `rows_` of x and 64 rows of w for each of `groups_` warpgroups.
template <DType operands_, Kind kind_, int groups_, int rows_>
struct Swapped {
  static constexpr DType operands = operands_;
  static constexpr Kind kind = kind_;
  static constexpr int groups = groups_, rows = rows_, w_rows = 64 * groups_;
  static constexpr int threads = 128 * (groups + 1);
  static constexpr int blocks = rows / 8;  // of 8 rows of x; a thread has four values of each
  static constexpr int values = rows / 2;
  using Sums = float[values];

  static constexpr int w_bytes = w_rows * 128, x_bytes = rows * 128, stage_bytes = w_bytes + x_bytes;
  /// Of a warpgroup's part of a row of y: 32 columns, 64 columns in bf16, or 64 in float32 at most.
  template <int row_bytes>
  static constexpr int chunk = staged_rows(rows, row_bytes);
  static constexpr int buffer_bytes = kind == Kind::gated ? chunk<64> * 64
                                      : kind == Kind::qkv ? chunk<128> * 128
                                                          : 4096;
  static constexpr int buffer_step = (buffer_bytes + 1023) / 1024 * 1024;
  static constexpr int staging_bytes = 2 * buffer_step;
  static constexpr int places_bytes = kind == Kind::qkv ? rows * 8 : 0;
  static constexpr int other_bytes = 1024 + 256 + groups * (staging_bytes + places_bytes);
  static constexpr int fit = (227 * 1024 - other_bytes) / stage_bytes;
  static constexpr int stages = fit < 8 ? fit : 8;
  using Ring = Pipeline<stages>;
  static constexpr int shared_bytes = stages * stage_bytes + other_bytes;
};

}  // namespace tilescribe::kernels::gemm_sm90_detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/factor.h"
#include "kernels/tile/reduce.h"

namespace tilescribe::kernels::tile {

/// Arguments of y = x·Wᵀ + b. X, W: float, or Bf16 for Precision::bf16; Y: float or Bf16.
template <class X, class W, class Y>
struct LinearArgs {
  Factor<const X> x;         // [rows, in]
  Factor<const W> weight;    // [out, in]
  Matrix<Y> y;               // [rows, out]
  Matrix<const float> bias;  // [1, out]; no columns: none
  Index unused[2] = {};      // no byte is padding
};

/// y = x·Wᵀ + b. One tile of Rows × Cols results per block, in an order that suits the L2 cache.
template <Precision precision, class X, class W, class Y, int Rows, int Cols>
struct LinearKernel {
  using Args = LinearArgs<X, W, Y>;
  using Shared = FactorSlices<precision, Rows, Cols>;
  using Sums = typename Shared::Sums;  // (row, output)

  static TILE_ANYWHERE Grid grid(const Args& a) { return {tiles(a.y.rows, Rows) * tiles(a.y.cols, Cols)}; }

  static TILE_DEVICE void run(Block block, Shared& shared, const Args& a) {
    const auto place = banded(block.x, tiles(a.y.rows, Rows), tiles(a.y.cols, Cols));
    const int row = place.row * Rows, col = place.col * Cols;
    auto sums = filled<Sums>(0.0f);
    product<precision>(sums, shared, a.x, row, a.weight, col);
    store(shared, a.y, sums + load<PerColumn<Sums>>(a.bias, 0, col), row, col);
  }
};

/// The same for few rows, where only reading the weight counts. A block computes Outputs results of up to
/// Rows rows, each the sum of a row of the weight times x. `Ahead` pieces of the weight are loaded at once.
/// The arithmetic is float32 for all types. The order of a sum's terms is the same for all sizes.
template <class X, class W, class Y, int Rows, int Outputs, int Ahead>
struct LinearFewRowsKernel {
  using Piece = Tile<float, Outputs, 128>;  // (output, part of the depth)
  using Args = LinearArgs<X, W, Y>;

  static TILE_ANYWHERE Grid grid(const Args& a) { return {tiles(a.y.cols, Outputs), tiles(a.y.rows, Rows)}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const int output = block.x * Outputs, row = block.y * Rows;
    Piece sums[Rows], weight[Ahead];
    TILE_UNROLL
    for (auto& each : sums) each = filled<Piece>(0.0f);
    for (int k = 0; k < a.x.cols; k += Ahead * Piece::cols) {
      TILE_UNROLL
      for (int i = 0; i < Ahead; ++i) weight[i] = load<Piece>(a.weight, output, k + i * Piece::cols);
      TILE_UNROLL
      for (int i = 0; i < Ahead; ++i) {
        TILE_UNROLL
        for (int r = 0; r < Rows; ++r)
          sums[r] += weight[i] * load<PerColumn<Piece>>(a.x, row + r, k + i * Piece::cols);
      }
    }
    const auto bias = load<PerRow<Piece>>(as_column(a.bias.data, a.bias.cols), output, 0);
    TILE_UNROLL
    for (int r = 0; r < Rows; ++r) {
      if (row + r < a.y.rows)
        store(as_column(a.y.at(row + r, 0), a.y.cols), sum_rows(sums[r]) + bias, output, 0);
    }
  }
};

}  // namespace tilescribe::kernels::tile

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/elementwise/elementwise_tile.h"
#include "kernels/tile/mma.h"

namespace tilescribe::kernels::tile {

/// ConvGelu. Three consecutive frames of a time-major window are one contiguous row, so it is a matrix
/// product whose rows begin stride · in values apart. T: float or Bf16; Y: float or Bf16.
template <Precision precision, class T, class Y, int Rows, int Cols, int Depth, int Slices>
struct ConvGeluKernel {
  using Sums = Accumulator<Rows, Cols, 2>;  // (frame, channel)
  struct Args {
    Matrix<Y> y;               // [frames_out, out] of the first window
    Matrix<const T> x;         // [frames_out, 3·in], rows stride·in apart, of the first window
    Matrix<const T> weight;    // [out, 3·in], tap by tap
    Matrix<const float> bias;  // [1, out]; no columns: none
    int windows;
    Index y_window, x_window;  // values from one window to the next
  };
  using Shared = ProductSlices<precision, Rows, Cols, Depth, Slices>;

  static TILE_ANYWHERE Grid grid(const Args& a) {
    return {tiles(a.y.rows, Rows) * tiles(a.y.cols, Cols), 1, a.windows};
  }

  static TILE_DEVICE void run(Block block, Shared& shared, const Args& a) {
    Matrix<const T> x = a.x;
    Matrix<Y> y = a.y;
    x.data += block.z * a.x_window;
    y.data += block.z * a.y_window;
    const auto place = banded(block.x, tiles(y.rows, Rows), tiles(y.cols, Cols));
    const int frame = place.row * Rows, channel = place.col * Cols;
    auto sums = filled<Sums>(0.0f);
    product<precision>(sums, shared, x, frame, a.weight, channel);
    store(y, map(GeluErf{}, sums + load<PerColumn<Sums>>(a.bias, 0, channel)), frame, channel);
  }
};

}  // namespace tilescribe::kernels::tile

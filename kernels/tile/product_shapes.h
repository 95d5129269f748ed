// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/mma.h"

namespace tilescribe::kernels::tile {

/// Tile sizes of a matrix product: results a block, the depth of a slice, slices in shared memory.
template <int Rows, int Cols, int Depth, int Slices>
struct ProductShape {
  static constexpr int rows = Rows, cols = Cols, depth = Depth, slices = Slices;
};

/// f(a ProductShape) that suits a product of rows × cols results: large tiles re-use more of what they read,
/// small ones keep more of the GPU busy.
template <Precision precision, class F>
void with_product_shape(int rows, int cols, F f) {
  if constexpr (precision == Precision::fp32) {
    f(ProductShape<64, 64, 32, 2>{});
  } else {
    constexpr int depth = precision == Precision::tf32 ? 32 : 64;
    constexpr int enough_blocks = 100;
    if (tiles(rows, 128) * tiles(cols, 128) >= enough_blocks) {
      f(ProductShape<128, 128, depth, 2>{});
    } else {
      f(ProductShape<64, 64, depth, 3>{});
    }
  }
}

}  // namespace tilescribe::kernels::tile

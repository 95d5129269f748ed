// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/mma.h"

namespace tilescribe::kernels::tile {

/// Tile sizes of a matrix product: results per block, depth of a slice, slices in shared memory.
template <int Rows, int Cols, int Depth, int Slices>
struct ProductShape {
  static constexpr int rows = Rows, cols = Cols, depth = Depth, slices = Slices;
};

/// Calls f with the ProductShape for this number of rows. Tall tiles read the weight less often if there are
/// rows to fill them. Both sum in the same order, so a row's result does not depend on the other rows.
template <Precision precision, class F>
void with_product_shape(int rows, F f) {
  constexpr int depth = precision == Precision::bf16 ? 64 : 32;
  if (rows >= 128) {
    f(ProductShape<128, 64, depth, 2>{});
  } else {
    f(ProductShape<64, 64, depth, 2>{});
  }
}

}  // namespace tilescribe::kernels::tile

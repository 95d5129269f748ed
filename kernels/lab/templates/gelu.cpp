// SPDX-License-Identifier: Apache-2.0
// Exercise: gelu
// (This line says which op the kernel computes. Keep it.)
//
// GELU, exact (Hendrycks and Gimpel 2016):
//   y = ½ · x · (1 + erf(x / √2))
//
// a.x  [rows, width], float32: what a linear layer gave, mostly within ±14
// a.y  [rows, width], float32, written; it may be the same memory as a.x
// Tolerance: 2e-5, the largest error over the largest expected value. erfc keeps the precision of large
// negative x.
//
// Write the body of run(): it computes one block of the grid. The tile layer says what happens to tiles, not
// which thread does it (load, store, map, reduce_rows, mma …). On a GPU the blocks run side by side, so no
// block may need what another one writes. Sizes that no tile divides are checked too: what lies outside a
// matrix is loaded as 0 (or the value that you name) and never stored.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::tile {

struct Kernel {
  using Args = lab::GeluArgs;
  using Piece = Tile<float, 4, 256>;  // rows by columns of a block

  static TILE_ANYWHERE Grid grid(const Args& a) {
    return {tiles(a.y.rows, Piece::rows), tiles(a.y.cols, Piece::cols)};
  }

  static TILE_DEVICE void run(Block block, const Args& a) {
    // The block's piece begins at row block.x · Piece::rows and column block.y · Piece::cols.
  }
};

}  // namespace tilescribe::kernels::tile

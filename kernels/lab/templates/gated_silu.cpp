// SPDX-License-Identifier: Apache-2.0
// Exercise: gated_silu
// (This line says which op the kernel computes. Keep it.)
//
// Gated SiLU, the nonlinearity of SwiGLU (Shazeer 2020):
//   y = gate / (1 + e^−gate) · up
//
// a.gate, a.up  [rows, width], float32: two halves of one matrix, so their rows are 2 · width apart
// a.y           [rows, width], float32, written
// Tolerance: 2e-5, the largest error over the largest expected value.
//
// Write the body of run(): it computes one block of the grid. The tile layer says what happens to tiles, not
// which thread does it (load, store, map, reduce_rows, mma …). On a GPU the blocks run side by side, so no
// block may need what another one writes. Sizes that no tile divides are checked too: what lies outside a
// matrix is loaded as 0 (or the value that you name) and never stored.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::tile {

struct Kernel {
  using Args = lab::GatedSiluArgs;
  using Piece = Tile<float, 4, 256>;  // rows by columns of a block

  static TILE_ANYWHERE Grid grid(const Args& a) {
    return {tiles(a.y.rows, Piece::rows), tiles(a.y.cols, Piece::cols)};
  }

  static TILE_DEVICE void run(Block block, const Args& a) {
    // The block's piece begins at row block.x · Piece::rows and column block.y · Piece::cols.
  }
};

}  // namespace tilescribe::kernels::tile

// SPDX-License-Identifier: Apache-2.0
// Exercise: rms_norm
// (This line says which op the kernel computes. Keep it.)
//
// RMSNorm over each row (Zhang and Sennrich 2019):
//   out[r, c] = x[r, c] / √(mean of x[r, :]² + eps) · gain[c]
//
// a.x     [rows, width], float32
// a.gain  [1, width], float32, near 1
// a.eps   1e-5, about
// a.out   [rows, width], float32, written
// Tolerance: 2e-5, the largest error over the largest expected value.
//
// Write the body of run(): it computes one block of the grid. The tile layer says what happens to tiles, not
// which thread does it (load, store, map, reduce_rows, mma …). On a GPU the blocks run side by side, so no
// block may need what another one writes. Sizes that no tile divides are checked too: what lies outside a
// matrix is loaded as 0 (or the value that you name) and never stored.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::tile {

struct Kernel {
  using Args = lab::RmsNormArgs;
  using Piece = Tile<float, 1, 1024>;  // part of a row

  /// One block for each row.
  static TILE_ANYWHERE Grid grid(const Args& a) { return {a.x.rows}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    // block.x is the row. Go over it in pieces: load<Piece>(a.x, block.x, col), col = 0, Piece::cols …
  }
};

}  // namespace tilescribe::kernels::tile

// SPDX-License-Identifier: Apache-2.0
// Exercise: layer_norm
// (This line says which op the kernel computes. Keep it.)
//
// LayerNorm over each row (Ba et al. 2016):
//   out[r, c] = (x[r, c] − mean) / √(variance + eps) · gain[c] + bias[c]
// Mean and variance are those of x[r, :]; the variance is divided by the width.
//
// a.x             [rows, width], float32; the mean may be far from 0, so mean(x²) − mean(x)² loses digits
// a.gain, a.bias  [1, width], float32
// a.eps           1e-5, about
// a.out           [rows, width], float32, written
// Tolerance: 2e-5, the largest error over the largest expected value.
//
// Write the body of run(): it computes one block of the grid. The tile layer says what happens to tiles, not
// which thread does it (load, store, map, reduce_rows, mma …). On a GPU the blocks run side by side, so no
// block may need what another one writes. Sizes that no tile divides are checked too: what lies outside a
// matrix is loaded as 0 (or the value that you name) and never stored.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::tile {

struct Kernel {
  using Args = lab::LayerNormArgs;
  using Piece = Tile<float, 1, 1024>;  // part of a row

  /// One block for each row.
  static TILE_ANYWHERE Grid grid(const Args& a) { return {a.x.rows}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    // block.x is the row. Go over it in pieces: load<Piece>(a.x, block.x, col), col = 0, Piece::cols …
  }
};

}  // namespace tilescribe::kernels::tile

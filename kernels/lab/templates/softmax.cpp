// SPDX-License-Identifier: Apache-2.0
// Exercise: softmax
// (This line says which op the kernel computes. Keep it.)
//
// Softmax of each row, in place:
//   x[r, c] = e^(x[r, c] − top) / Σ over the row's keys of e^(x[r, :] − top),  top = the largest of the keys
// A row has only some of its columns as keys; what lies behind them becomes 0.
//
// a.x           [rows, width], float32, read and written
// a.first_keys  keys of row 0
// a.causal      whether each further row has one key more: row r has min(first_keys + r, width) keys then
// Tolerance: 2e-5, the largest error over the largest expected value.
//
// Write the body of run(): it computes one block of the grid. The tile layer says what happens to tiles, not
// which thread does it (load, store, map, reduce_rows, mma …). On a GPU the blocks run side by side, so no
// block may need what another one writes. Sizes that no tile divides are checked too: what lies outside a
// matrix is loaded as 0 (or the value that you name) and never stored.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::tile {

struct Kernel {
  using Args = lab::SoftmaxArgs;
  using Piece = Tile<float, 1, 1024>;  // part of a row

  /// One block for each row.
  static TILE_ANYWHERE Grid grid(const Args& a) { return {a.x.rows}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    // block.x is the row. Go over it in pieces: load<Piece>(a.x, block.x, col), col = 0, Piece::cols …
  }
};

}  // namespace tilescribe::kernels::tile

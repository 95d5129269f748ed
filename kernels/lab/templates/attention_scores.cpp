// SPDX-License-Identifier: Apache-2.0
// Exercise: attention_scores
// (This line says which op the kernel computes. Keep it.)
//
// The scores of one attention head (Vaswani et al. 2017):
//   scores[r, j] = scale · q[r] · k[j]
//
// a.q       [rows, head_dim], float32: one head's columns, so its rows lie further apart (a.q.stride)
// a.k       [keys, head_dim], float32
// a.scale   1 / √head_dim
// a.scores  [rows, keys], float32, written
// Tolerance: 3e-3, the largest error over the largest expected value: operands may be rounded to TF32.
//
// Write the body of run(): it computes one block of the grid. The tile layer says what happens to tiles, not
// which thread does it (load, store, map, reduce_rows, mma …). On a GPU the blocks run side by side, so no
// block may need what another one writes. Sizes that no tile divides are checked too: what lies outside a
// matrix is loaded as 0 (or the value that you name) and never stored.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::tile {

struct Kernel {
  using Args = lab::AttentionScoresArgs;
  using Sums = Accumulator<64, 64, 2>;                        // (query, key), float32 sums of a block
  using Shared = ProductSlices<Precision::tf32, 64, 64, 32>;  // slices of both factors in shared memory

  static TILE_ANYWHERE Grid grid(const Args& a) {
    return {tiles(a.scores.rows, 64), tiles(a.scores.cols, 64)};
  }

  static TILE_DEVICE void run(Block block, Shared& shared, const Args& a) {
    // product() multiplies rows of one matrix with rows of another: Σ over the columns of both.
  }
};

}  // namespace tilescribe::kernels::tile

// SPDX-License-Identifier: Apache-2.0
// Exercise: attention_output
// (This line says which op the kernel computes. Keep it.)
//
// The output of one attention head (Vaswani et al. 2017):
//   out[r, c] = Σ over j of weights[r, j] · v[j, c]
//
// a.weights  [rows, keys], float32: a softmax, so each row sums to 1
// a.v        [keys, head_dim], float32
// a.out      [rows, head_dim], float32, written: one head's columns, so its rows lie further apart
// Tolerance: 3e-3, the largest error over the largest expected value: operands may be rounded to TF32.
//
// Write the body of run(): it computes one block of the grid. The tile layer says what happens to tiles, not
// which thread does it (load, store, map, reduce_rows, mma …). On a GPU the blocks run side by side, so no
// block may need what another one writes. Sizes that no tile divides are checked too: what lies outside a
// matrix is loaded as 0 (or the value that you name) and never stored.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::tile {

struct Kernel {
  using Args = lab::AttentionOutputArgs;
  static constexpr int rows = 64, cols = 64, depth = 32;  // of a block; keys at a time
  using Sums = Accumulator<rows, cols, 2>;                // (query, dimension of a value), float32
  struct Shared {
    Staged<float, rows, depth> weights;  // (query, key)
    Staged<float, depth, cols> v;        // (key, dimension of a value)
  };

  static TILE_ANYWHERE Grid grid(const Args& a) { return {tiles(a.out.rows, rows), tiles(a.out.cols, cols)}; }

  static TILE_DEVICE void run(Block block, Shared& shared, const Args& a) {
    // stage(shared.v, a.v, key, col) copies to shared memory; mma<Precision::tf32>(sums, …) multiplies.
  }
};

}  // namespace tilescribe::kernels::tile

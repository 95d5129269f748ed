// SPDX-License-Identifier: Apache-2.0
// Exercise: linear
// (This line says which op the kernel computes. Keep it.)
//
// A linear layer:
//   y[r, o] = Σ over i of x[r, i] · weight[o, i] + bias[o]
//
// a.x       [rows, in], float32
// a.weight  [out, in], float32
// a.bias    [1, out], float32; it has no columns if there is none, and loading it then gives 0
// a.y       [rows, out], float32, written
// Tolerance: 3e-3, the largest error over the largest expected value: operands may be rounded to TF32.
//
// Write the body of run(): it computes one block of the grid. The tile layer says what happens to tiles, not
// which thread does it (load, store, map, reduce_rows, mma …). On a GPU the blocks run side by side, so no
// block may need what another one writes. Sizes that no tile divides are checked too: what lies outside a
// matrix is loaded as 0 (or the value that you name) and never stored.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::tile {

struct Kernel {
  using Args = lab::LinearArgs;
  using Shared = FactorSlices<Precision::tf32, 64, 64>;  // slices of both factors in shared memory
  using Sums = Shared::Sums;                             // (row, output), float32 sums of a block

  static TILE_ANYWHERE Grid grid(const Args& a) { return {tiles(a.y.rows, 64), tiles(a.y.cols, 64)}; }

  static TILE_DEVICE void run(Block block, Shared& shared, const Args& a) {
    // product() multiplies rows of one matrix with rows of another: Σ over the columns of both. On an H100
    // the tensor copy engine and wgmma do so. store(shared, …) writes whole rows, which is faster than
    // without it.
  }
};

}  // namespace tilescribe::kernels::tile

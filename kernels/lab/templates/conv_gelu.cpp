// SPDX-License-Identifier: Apache-2.0
// Exercise: conv_gelu
// (This line says which op the kernel computes. Keep it.)
//
// A convolution over time with three taps, then GELU (Whisper's stem, Radford et al. 2022):
//   y[t, o] = GELU(bias[o] + Σ over j, c of weight[o, c, j] · x[stride · t + j − 1, c])
// Three frames that follow each other are one row of 3 · in values, so this is a product of matrices whose
// rows begin stride · in values apart (a.x.stride). Windows are computed alike: block.z is the window.
//
// a.x        [frames_out, 3·in], float32, of the first window; a zero row lies before and behind each window
// a.weight   [out, 3·in], float32, tap by tap
// a.bias     [1, out], float32; it has no columns if there is none, and loading it then gives 0
// a.y        [frames_out, out], float32, written, of the first window
// a.windows, and a.x_window, a.y_window: values from one window to the next
// Tolerance: 3e-3, the largest error over the largest expected value: operands may be rounded to TF32.
//
// Write the body of run(): it computes one block of the grid. The tile layer says what happens to tiles, not
// which thread does it (load, store, map, reduce_rows, mma …). On a GPU the blocks run side by side, so no
// block may need what another one writes. Sizes that no tile divides are checked too: what lies outside a
// matrix is loaded as 0 (or the value that you name) and never stored.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::tile {

struct Kernel {
  using Args = lab::ConvGeluArgs;
  using Sums = Accumulator<64, 64, 2>;                        // (frame, channel), float32 sums of a block
  using Shared = ProductSlices<Precision::tf32, 64, 64, 32>;  // slices of both factors in shared memory

  static TILE_ANYWHERE Grid grid(const Args& a) {
    return {tiles(a.y.rows, 64), tiles(a.y.cols, 64), a.windows};
  }

  static TILE_DEVICE void run(Block block, Shared& shared, const Args& a) {
    Matrix<const float> x = a.x;
    Matrix<float> y = a.y;
    x.data += block.z * a.x_window;
    y.data += block.z * a.y_window;
    // product() multiplies rows of one matrix with rows of another: Σ over the columns of both.
  }
};

}  // namespace tilescribe::kernels::tile

// SPDX-License-Identifier: Apache-2.0
// Exercise: rope_angles
// (This line says which op the kernel computes. Keep it.)
//
// The angles of rotary position embedding (Su et al. 2021):
//   angle(r, j) = position of row r · theta^(−j / half),  half = rotary_dim / 2
//   cosines[r, j] = cos(angle), sines[r, j] = sin(angle)
// In float32 the angle of position 1500 would be off by 1e-4: compute it in double.
//
// a.cosines, a.sines  [rows, half], float32, written
// a.theta             10000, or what the model says
// a.sequences         who the rows belong to: at(i) gives first_row, rows and position (of the first of them)
// a.longest           rows of the longest sequence
// Tolerance: 2e-5 of the rotated values, the largest error over the largest expected value.
//
// Write the body of run(): it computes one block of the grid. The tile layer says what happens to tiles, not
// which thread does it (load, store, map, reduce_rows, mma …). On a GPU the blocks run side by side, so no
// block may need what another one writes. Sizes that no tile divides are checked too: what lies outside a
// matrix is loaded as 0 (or the value that you name) and never stored.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::tile {

struct Kernel {
  using Args = lab::RopeAnglesArgs;
  using Angles = Tile<float, 4, 32>;  // (row, value of the first half)

  static TILE_ANYWHERE Grid grid(const Args& a) {
    return {tiles(a.longest, Angles::rows), tiles(a.cosines.cols, Angles::cols), a.sequences.count};
  }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const SequenceRows sequence = a.sequences.at(block.z);
    if (block.x * Angles::rows >= sequence.rows) return;
    // PerRow<Angles, double> and PerColumn<Angles, double> hold positions and frequencies; their product has
    // both. The sequence's rows of a matrix m: {m.at(sequence.first_row, 0), sequence.rows, m.cols,
    // m.stride}.
  }
};

}  // namespace tilescribe::kernels::tile

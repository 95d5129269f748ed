// SPDX-License-Identifier: Apache-2.0
// Exercise: rope_append
// (This line says which op the kernel computes. Keep it.)
//
// Rotates queries and keys by rotary position embedding with Llama's pairing (Su et al. 2021), and appends
// keys and values to the cache. Of a head's first 2 · half values, j is rotated with j + half; the rest
// stays:
//   to[j] = from[j] · cosine − from[j + half] · sine,  to[j + half] = from[j + half] · cosine + from[j] ·
//   sine
//
// a.qkv               [rows, (heads + 2·kv_heads)·head_dim], float32: queries, keys, values
// a.cosines, a.sines  [rows, half], float32; half may be 0: nothing is rotated then
// a.q                 [rows, heads·head_dim], float32, written
// a.k, a.v            [slots, kv_heads, capacity, head_dim], float32: written at each row's slot and position
// a.sequences         who the rows belong to: at(i) gives slot, first_row, rows and position (of the first)
// a.longest           rows of the longest sequence
// Tolerance: 2e-5, the largest error over the largest expected value.
//
// Write the body of run(): it computes one block of the grid. The tile layer says what happens to tiles, not
// which thread does it (load, store, map, reduce_rows, mma …). On a GPU the blocks run side by side, so no
// block may need what another one writes. Sizes that no tile divides are checked too: what lies outside a
// matrix is loaded as 0 (or the value that you name) and never stored.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::tile {

struct Kernel {
  using Args = lab::RopeAppendArgs;
  using Heads = Tile<float, 8, 64>;  // (head, value)

  /// One block for each row of each sequence.
  static TILE_ANYWHERE Grid grid(const Args& a) { return {a.longest, a.sequences.count}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const SequenceRows sequence = a.sequences.at(block.y);
    if (block.x >= sequence.rows) return;
    // The row's queries as a matrix (head, value): {a.qkv.at(row, 0), a.heads, a.head_dim, a.head_dim}. In
    // the cache, heads lie capacity · head_dim values apart.
  }
};

}  // namespace tilescribe::kernels::tile

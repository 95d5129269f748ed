// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/sequence_rows.h"

namespace tilescribe::kernels::tile {

/// ConvertCache: of a head's keys or values, a few positions per block. From, To: Float8 and Bf16.
template <class From, class To>
struct ConvertCacheKernel {
  using Part = Tile<float, 32, 64>;  // (position, value)
  struct Args {
    const From *from_k, *from_v;  // [slots, kv_heads, from_capacity, head_dim]
    To *to_k, *to_v;              // [slots, kv_heads, to_capacity, head_dim]
    int kv_heads, head_dim;
    Index from_capacity, to_capacity;
    int longest;         // positions of a part, at most
    SequenceList parts;  // their slot takes what slot first_row has
  };

  static TILE_ANYWHERE Grid grid(const Args& a) {
    return {tiles(a.longest, Part::rows), 2 * a.kv_heads, a.parts.count};
  }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const SequenceRows part = a.parts.at(block.z);
    const int first = block.x * Part::rows, head = block.y / 2;
    if (first >= part.rows) return;
    const bool values = block.y % 2 == 1;
    const Matrix<const From> from =
        head_of(values ? a.from_v : a.from_k, part.first_row, head, part, a, a.from_capacity);
    const Matrix<To> to = head_of(values ? a.to_v : a.to_k, part.slot, head, part, a, a.to_capacity);
    for (int value = 0; value < a.head_dim; value += Part::cols)
      store(to, load<Part>(from, first, value), first, value);
  }

 private:
  /// The part's positions of a head.
  template <class T>
  static TILE_DEVICE Matrix<T> head_of(T* cache, int slot, int head, const SequenceRows& part, const Args& a,
                                       Index capacity) {
    const Index row = (Index{slot} * a.kv_heads + head) * capacity + part.position;
    return {cache + row * a.head_dim, part.rows, a.head_dim, a.head_dim};
  }
};

}  // namespace tilescribe::kernels::tile

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/tile.h"

// Reductions along rows. `combine` is associative and commutative, on plain data.
namespace tilescribe::kernels::tile {
namespace detail {

#if TILE_ON_GPU

/// The same value of the lane whose number differs in `bit`, word by word.
template <class T>
TILE_DEVICE T from_lane(const T& value, int bit) {
  static_assert(sizeof(T) % 4 == 0);
  struct Words {
    unsigned word[sizeof(T) / 4];
  };
  Words words = __builtin_bit_cast(Words, value);
  TILE_UNROLL
  for (unsigned& word : words.word) word = __shfl_xor_sync(0xffffffffu, word, bit);
  return __builtin_bit_cast(T, words);
}

/// Combines the values of the threads along `Along`; all get the result. `values` belong to the map `Kept`.
template <class Along, class Kept, class T, class F>
TILE_DEVICE void combine_threads(T (&values)[Kept::count], F combine) {
  TILE_UNROLL
  for (int i = 0; i < Kept::count; ++i) {
    TILE_UNROLL
    for (int bit = 1; bit < warp_lanes; bit *= 2) {
      if ((Along::lanes & bit) != 0) values[i] = combine(values[i], from_lane(values[i], bit));
    }
  }
  if constexpr (Along::warps > 1) {
    __shared__ T parts[Along::warps][Kept::size];  // (group of warps, row or column kept)
    if ((lane_index() & Along::lanes) == 0) {
      TILE_UNROLL
      for (int i = 0; i < Kept::count; ++i) parts[Along::warp()][Kept::at(i)] = values[i];
    }
    barrier();
    TILE_UNROLL
    for (int i = 0; i < Kept::count; ++i) {
      values[i] = parts[0][Kept::at(i)];
      TILE_UNROLL
      for (int w = 1; w < Along::warps; ++w) values[i] = combine(values[i], parts[w][Kept::at(i)]);
    }
    barrier();  // all have read before the next reduction writes
  }
}

#else

template <class Along, class Kept, class T, class F>
void combine_threads(T (&)[Kept::count], F) {}

#endif

}  // namespace detail

/// One value per row: `combine` over its columns.
template <class T, class Rows, class Cols, class F>
TILE_DEVICE Values<T, Rows, All> reduce_rows(const Values<T, Rows, Cols>& x, F combine) {
  Values<T, Rows, All> out;
  TILE_UNROLL
  for (int r = 0; r < Rows::count; ++r) {
    out.held[r] = x.at(r, 0);
    TILE_UNROLL
    for (int c = 1; c < Cols::count; ++c) out.held[r] = combine(out.held[r], x.at(r, c));
  }
  detail::combine_threads<Cols, Rows>(out.held, combine);
  return out;
}

template <class T, class Rows, class Cols>
TILE_DEVICE auto sum_rows(const Values<T, Rows, Cols>& x) {
  return reduce_rows(x, [](T a, T b) { return a + b; });
}
template <class Rows, class Cols>
TILE_DEVICE auto max_rows(const Values<float, Rows, Cols>& x) {
  return reduce_rows(x, [](float a, float b) { return max(a, b); });
}

}  // namespace tilescribe::kernels::tile

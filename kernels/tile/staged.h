// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/memory.h"

// Operands of matrix products are staged in shared memory. A kernel lists its own in a struct `Shared`.
namespace tilescribe::kernels::tile {

/// A Rows × Cols matrix in shared memory. 32 bytes of padding put a fragment's eight rows in different banks.
template <class T, int Rows, int Cols>
struct Staged {
  static constexpr int rows = Rows, cols = Cols, pitch = Cols + 32 / static_cast<int>(sizeof(T));
  using Value = T;
  alignas(16) T values[Rows][pitch];
};

/// Marks an operand whose rows are the columns of the factor: transposed(k) of k [keys, dim].
template <class S>
struct Transposed {
  const S& of;
};
template <class S>
TILE_DEVICE Transposed<S> transposed(const S& staged) {
  return {staged};
}

namespace detail {

#if TILE_ON_GPU

// Copies that go on beside arithmetic: from sm_80 on. Before it, threads copy themselves.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
inline constexpr bool copies_beside = true;
using ptx::await_copy_group;
using ptx::close_copy_group;
#else
inline constexpr bool copies_beside = false;
TILE_DEVICE void close_copy_group() {}
template <int Pending>
TILE_DEVICE void await_copy_group() {}
#endif

/// Starts to copy m[row0 …, col0 …] to shared memory, with 0 for what lies outside. May return earlier.
template <class S, class T>
TILE_DEVICE void start_staging(S& to, const Matrix<T>& m, int row0, int col0) {
  using V = typename S::Value;
  constexpr int step = 16 / static_cast<int>(sizeof(V));  // values per copy
  constexpr int row_threads = S::cols / step;             // each thread copies one piece of some rows
  constexpr int rows_at_once = block_threads / row_threads;
  static_assert(block_threads % row_threads == 0 && S::rows % rows_at_once == 0);
  const int row = thread_index() / row_threads, col = thread_index() % row_threads * step;
  const int inside = min(step, m.cols - col0 - col);  // columns inside the matrix; 0 or less: none
  const T* from = m.data + (row0 + row) * m.stride + (col0 + col);
  if constexpr (copies_beside && same_type<typename Plain<T>::Type, V>) {
    const bool aligned = reinterpret_cast<unsigned long long>(m.data + col0) % 16 == 0 &&
                         m.stride * static_cast<int>(sizeof(T)) % 16 == 0;
    if (aligned) {
      const int bytes = inside > 0 ? inside * static_cast<int>(sizeof(V)) : 0;
      TILE_UNROLL
      for (int r = row; r < row + S::rows; r += rows_at_once) {  // a copy of 0 bytes reads nothing
        ptx::copy_async(&to.values[r][col], from, row0 + r < m.rows ? bytes : 0);
        from += rows_at_once * m.stride;
      }
      return;
    }
  }
  TILE_UNROLL
  for (int r = row; r < row + S::rows; r += rows_at_once) {
    Pack<V, step> packed;
    TILE_UNROLL
    for (int i = 0; i < step; ++i)
      packed.value[i] = row0 + r < m.rows && i < inside ? convert<V>(from[i]) : V{};
    *reinterpret_cast<Pack<V, step>*>(&to.values[r][col]) = packed;
    from += rows_at_once * m.stride;
  }
}

#else

inline void close_copy_group() {}
template <int Groups>
void await_copy_group() {}

template <class S, class T>
void start_staging(S& to, const Matrix<T>& m, int row0, int col0) {
  using V = typename S::Value;
  for (int r = 0; r < S::rows; ++r) {
    touch(m, row0 + r, col0, S::cols, false);
    for (int c = 0; c < S::cols; ++c) {
      to.values[r][c] = V{};
      if (m.holds(row0 + r, col0 + c)) to.values[r][c] = convert<V>(*m.at(row0 + r, col0 + c));
    }
  }
}

#endif

}  // namespace detail

/// Copies m[row0 …, col0 …] to shared memory for the next mma(), as S's type, with 0 for what lies outside.
template <class S, class T>
TILE_DEVICE void stage(S& to, const Matrix<T>& m, int row0, int col0) {
  barrier();  // nobody reads the previous contents any more
  detail::start_staging(to, m, row0, col0);
  detail::close_copy_group();
}

/// Copies a tile to shared memory for the next mma(), as S's type.
template <class S, class T, class Rows, class Cols>
TILE_DEVICE void stage(S& to, const Values<T, Rows, Cols>& x) {
  static_assert(Rows::size == S::rows && Cols::size == S::cols, "sizes agree");
  constexpr int count = Cols::vector;
  using Packed = detail::Pack<typename S::Value, count>;
  barrier();
  TILE_UNROLL
  for (int r = 0; r < Rows::count; ++r) {
    TILE_UNROLL
    for (int c = 0; c < Cols::count; c += count) {
      Packed packed;
      TILE_UNROLL
      for (int i = 0; i < count; ++i) packed.value[i] = convert<typename S::Value>(x.at(r, c + i));
      *reinterpret_cast<Packed*>(&to.values[Rows::at(r)][Cols::at(c)]) = packed;
    }
  }
}

}  // namespace tilescribe::kernels::tile

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/tile.h"

namespace tilescribe::kernels::tile {

/// A row-major matrix in device memory, `stride` values from row to row. Nothing outside [rows, cols) is read
/// or written, wherever a tile lies.
template <class T>
struct Matrix {
  T* data;
  int rows, cols;
  Index stride;

  TILE_DEVICE T* at(int row, int col) const { return data + row * stride + col; }
  TILE_DEVICE bool holds(int row, int col) const {
    return static_cast<unsigned>(row) < static_cast<unsigned>(rows) &&
           static_cast<unsigned>(col) < static_cast<unsigned>(cols);
  }
  /// Columns [first, first + count).
  TILE_ANYWHERE Matrix columns(int first, int count) const { return {data + first, rows, count, stride}; }
};

/// A dense [rows, cols].
template <class T>
TILE_ANYWHERE Matrix<T> matrix(T* data, Index rows, Index cols) {
  return {data, static_cast<int>(rows), static_cast<int>(cols), cols};
}
/// A vector as a matrix of one row (a value a column), and of one column (a value a row).
template <class T>
TILE_ANYWHERE Matrix<T> as_row(T* data, Index size) {
  return {data, 1, static_cast<int>(size), size};
}
template <class T>
TILE_ANYWHERE Matrix<T> as_column(T* data, Index size) {
  return {data, static_cast<int>(size), 1, 1};
}

namespace detail {

/// Values that move as one.
template <class T, int Count>
struct alignas(sizeof(T) * Count) Pack {
  T value[Count];
};

template <class T>
struct Plain {
  using Type = T;
};
template <class T>
struct Plain<const T> {
  using Type = T;
};

#if TILE_ON_GPU
/// Whether `Count` values from (row, col) on lie inside and aligned.
template <int Count, class T>
TILE_DEVICE bool can_pack(const Matrix<T>& m, int row, int col) {
  return Count > 1 && m.holds(row, col) && col + Count <= m.cols &&
         reinterpret_cast<unsigned long long>(m.at(row, col)) % (sizeof(T) * Count) == 0;
}
/// The host's check that the part of `count` values from (row, col) on that m holds lies in allowed memory.
template <class T>
TILE_DEVICE void touch(const Matrix<T>&, int, int, int, bool) {}
#else
template <int Count, class T>
bool can_pack(const Matrix<T>&, int, int) {
  return false;
}
template <class T>
void touch(const Matrix<T>& m, int row, int col, int count, bool writes) {
  if (!m.holds(row, col)) return;
  HostMemoryGuard::check(m.at(row, col), sizeof(T) * static_cast<std::size_t>(min(count, m.cols - col)),
                         writes);
}
#endif

/// Whether the calling thread stores: of threads with the same share one does.
template <class Rows, class Cols>
TILE_DEVICE bool stores() {
  if constexpr (same_type<Cols, All>) {
    return Rows::owner();
  } else if constexpr (same_type<Rows, All>) {
    return Cols::owner();
  } else {
    return true;
  }
}

}  // namespace detail

/// One value, the same for the whole block.
template <class T>
TILE_DEVICE auto read(const T* address) {
  detail::touch(as_row(address, 1), 0, 0, 1, false);
  return *address;
}

/// One value, once for the whole block, after all that the block did before.
template <class T>
TILE_DEVICE void write(T* address, T value) {
  barrier();
  detail::touch(as_row(address, 1), 0, 0, 1, true);
#if TILE_ON_GPU
  if (thread_index() != 0) return;
#endif
  *address = value;
}

/// The same for somebody outside the GPU who waits for the value: all that the block wrote before is seen
/// with it.
TILE_DEVICE void publish(int* address, int value) {
#if TILE_ON_GPU
  barrier();
  if (thread_index() != 0) return;
  __threadfence_system();
  ptx::store_release_system(address, value);
#else
  detail::touch(as_row(address, 1), 0, 0, 1, true);
  __atomic_store_n(address, value, __ATOMIC_RELEASE);
#endif
}

/// The tile (or vector) of type Of whose first value is m[row0, col0]; `fill` stands for what lies outside.
template <class Of, class T>
TILE_DEVICE Of load(const Matrix<T>& m, int row0, int col0, typename Of::Value fill = {}) {
  using To = typename Of::Value;
  using Rows = typename Of::Rows;
  using Cols = typename Of::Cols;
  constexpr int count = Cols::vector;
  using Packed = detail::Pack<typename detail::Plain<T>::Type, count>;
  Of out;
  TILE_UNROLL
  for (int r = 0; r < Rows::count; ++r) {
    detail::touch(m, row0 + r, col0, Cols::size, false);
    TILE_UNROLL
    for (int c = 0; c < Cols::count; c += count) {
      const int row = row0 + Rows::at(r), col = col0 + Cols::at(c);
      if (detail::can_pack<count>(m, row, col)) {
        const Packed packed = *reinterpret_cast<const Packed*>(m.at(row, col));
        TILE_UNROLL
        for (int i = 0; i < count; ++i) out.at(r, c + i) = convert<To>(packed.value[i]);
        continue;
      }
      TILE_UNROLL
      for (int i = 0; i < count; ++i) {
        out.at(r, c + i) = fill;
        if (!m.holds(row, col + i)) continue;
        out.at(r, c + i) = convert<To>(*m.at(row, col + i));
      }
    }
  }
  return out;
}

/// The part of x that lies inside, to m from [row0, col0] on.
template <class T, class V, class Rows, class Cols>
TILE_DEVICE void store(const Matrix<T>& m, const Values<V, Rows, Cols>& x, int row0, int col0) {
  constexpr int count = Cols::vector;
  using Packed = detail::Pack<T, count>;
  if (!detail::stores<Rows, Cols>()) return;
  TILE_UNROLL
  for (int r = 0; r < Rows::count; ++r) {
    detail::touch(m, row0 + r, col0, Cols::size, true);
    TILE_UNROLL
    for (int c = 0; c < Cols::count; c += count) {
      const int row = row0 + Rows::at(r), col = col0 + Cols::at(c);
      if (detail::can_pack<count>(m, row, col)) {
        Packed packed;
        TILE_UNROLL
        for (int i = 0; i < count; ++i) packed.value[i] = convert<T>(x.at(r, c + i));
        *reinterpret_cast<Packed*>(m.at(row, col)) = packed;
        continue;
      }
      TILE_UNROLL
      for (int i = 0; i < count; ++i) {
        if (!m.holds(row, col + i)) continue;
        *m.at(row, col + i) = convert<T>(x.at(r, c + i));
      }
    }
  }
}

}  // namespace tilescribe::kernels::tile

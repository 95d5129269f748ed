// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/tile.h"

namespace tilescribe::kernels::tile {

/// A row-major matrix in device memory with `stride` values from row to row. Nothing outside [rows, cols) is
/// read or written, wherever a tile lies.
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

/// A dense matrix [rows, cols].
template <class T>
TILE_ANYWHERE Matrix<T> matrix(T* data, Index rows, Index cols) {
  return {data, static_cast<int>(rows), static_cast<int>(cols), cols};
}
/// A vector as a matrix of one row (one value per column), or of one column (one value per row).
template <class T>
TILE_ANYWHERE Matrix<T> as_row(T* data, Index size) {
  return {data, 1, static_cast<int>(size), size};
}
template <class T>
TILE_ANYWHERE Matrix<T> as_column(T* data, Index size) {
  return {data, static_cast<int>(size), 1, 1};
}

namespace detail {

/// Values that are loaded or stored together.
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
/// Whether `Count` values from (row, col) on are inside and aligned.
template <int Count, class T>
TILE_DEVICE bool can_pack(const Matrix<T>& m, int row, int col) {
  return Count > 1 && m.holds(row, col) && col + Count <= m.cols &&
         reinterpret_cast<unsigned long long>(m.at(row, col)) % (sizeof(T) * Count) == 0;
}
/// Checks on the host that up to `count` values from (row, col) on, those inside m, are in allowed memory.
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

/// Whether the calling thread stores. Of several threads with the same values, one does.
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

/// Reads one value, the same for the whole block.
template <class T>
TILE_DEVICE auto read(const T* address) {
  detail::touch(as_row(address, 1), 0, 0, 1, false);
  return *address;
}

/// Writes one value, once per block, after everything the block did before.
template <class T>
TILE_DEVICE void write(T* address, T value) {
  barrier();
  detail::touch(as_row(address, 1), 0, 0, 1, true);
#if TILE_ON_GPU
  if (thread_index() != 0) return;
#endif
  *address = value;
}

/// The same for a reader outside the GPU: with the value it sees everything the block wrote before.
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

/// The tile (or vector) of type Of that begins at m[row0, col0]. `fill` replaces what lies outside.
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

/// Stores x to m from [row0, col0] on, as far as it lies inside.
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

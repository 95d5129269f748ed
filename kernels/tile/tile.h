// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/layout.h"

namespace tilescribe::kernels::tile {

/// The thread's share of a tile, in registers; on the host, all of it. Kernels treat it as the whole tile.
template <class T, class RowMap, class ColMap>
struct Values {
  using Value = T;
  using Rows = RowMap;
  using Cols = ColMap;
  static constexpr int rows = RowMap::size, cols = ColMap::size;

  T held[RowMap::count * ColMap::count];

  /// Indexed by the thread's own numbering. A vector gives the same value for every row (or column).
  TILE_DEVICE const T& at(int r, int c) const { return held[place(r, c)]; }
  TILE_DEVICE T& at(int r, int c) { return held[place(r, c)]; }

 private:
  static TILE_DEVICE int place(int r, int c) {
    return (same_type<RowMap, All> ? 0 : r) * ColMap::count + (same_type<ColMap, All> ? 0 : c);
  }
};

/// Rows × Cols values, laid out for coalesced loads and stores.
template <class T, int Rows, int Cols>
using Tile = Values<T, BlockedRows<Rows, Cols>, BlockedColumns<Rows, Cols>>;

/// Rows × Cols float32 sums of a matrix product. `RowWarps` of the block's warps share the rows.
template <int Rows, int Cols, int RowWarps>
using Accumulator =
    Values<float, FragmentRows<Rows, RowWarps>, FragmentColumns<Cols, column_warps<RowWarps>>>;

/// One value per row of tiles of type Of; one value per column.
template <class Of, class T = typename Of::Value>
using PerRow = Values<T, typename Of::Rows, All>;
template <class Of, class T = typename Of::Value>
using PerColumn = Values<T, All, typename Of::Cols>;

template <class X>
inline constexpr bool is_values = false;
template <class T, class R, class C>
inline constexpr bool is_values<Values<T, R, C>> = true;

namespace detail {

/// The rows (or columns) of a result whose operands have those of A and B.
template <class A, class B>
struct Wider {
  static_assert(same_type<A, B> || same_type<B, All>, "operands have one layout");
  using Map = A;
};
template <class B>
struct Wider<All, B> {
  using Map = B;
};
template <>
struct Wider<All, All> {
  using Map = All;
};

template <class X>
struct Part {  // a scalar
  using Rows = All;
  using Cols = All;
  static TILE_DEVICE const X& at(const X& x, int, int) { return x; }
};
template <class T, class R, class C>
struct Part<Values<T, R, C>> {
  using Rows = R;
  using Cols = C;
  static TILE_DEVICE const T& at(const Values<T, R, C>& x, int r, int c) { return x.at(r, c); }
};

template <class A, class... Rest>
struct Together {
  using Rows = typename Wider<typename Part<A>::Rows, typename Together<Rest...>::Rows>::Map;
  using Cols = typename Wider<typename Part<A>::Cols, typename Together<Rest...>::Cols>::Map;
};
template <class A>
struct Together<A> {
  using Rows = typename Part<A>::Rows;
  using Cols = typename Part<A>::Cols;
};

}  // namespace detail

/// f of all operands, value by value: tiles of one layout, vectors per row or per column, scalars.
template <class F, class... Operands>
TILE_DEVICE auto map(F f, const Operands&... operands) {
  using Shape = detail::Together<Operands...>;
  using Rows = typename Shape::Rows;
  using Cols = typename Shape::Cols;
  Values<decltype(f(detail::Part<Operands>::at(operands, 0, 0)...)), Rows, Cols> out;
  TILE_UNROLL
  for (int r = 0; r < Rows::count; ++r) {
    TILE_UNROLL
    for (int c = 0; c < Cols::count; ++c) out.at(r, c) = f(detail::Part<Operands>::at(operands, r, c)...);
  }
  return out;
}

/// f(row, column, value) of every value. Row and column count within the tile.
template <class F, class T, class Rows, class Cols>
TILE_DEVICE auto map_at(F f, const Values<T, Rows, Cols>& x) {
  Values<decltype(f(0, 0, x.at(0, 0))), Rows, Cols> out;
  TILE_UNROLL
  for (int r = 0; r < Rows::count; ++r) {
    TILE_UNROLL
    for (int c = 0; c < Cols::count; ++c) out.at(r, c) = f(Rows::at(r), Cols::at(c), x.at(r, c));
  }
  return out;
}

/// A tile (or vector) filled with one value.
template <class Of>
TILE_DEVICE Of filled(typename Of::Value value) {
  Of out;
  TILE_UNROLL
  for (auto& each : out.held) each = value;
  return out;
}

namespace detail {
struct Plus {
  template <class A, class B>
  TILE_DEVICE auto operator()(const A& a, const B& b) const {
    return a + b;
  }
};
struct Minus {
  template <class A, class B>
  TILE_DEVICE auto operator()(const A& a, const B& b) const {
    return a - b;
  }
};
struct Times {
  template <class A, class B>
  TILE_DEVICE auto operator()(const A& a, const B& b) const {
    return a * b;
  }
};
struct Over {
  template <class A, class B>
  TILE_DEVICE auto operator()(const A& a, const B& b) const {
    return a / b;
  }
};
}  // namespace detail

template <class A, class B>
concept Arithmetic = is_values<A> || is_values<B>;

template <class A, class B>
TILE_DEVICE auto operator+(const A& a, const B& b) requires Arithmetic<A, B> {
  return map(detail::Plus{}, a, b);
}
template <class A, class B>
TILE_DEVICE auto operator-(const A& a, const B& b) requires Arithmetic<A, B> {
  return map(detail::Minus{}, a, b);
}
template <class A, class B>
TILE_DEVICE auto operator*(const A& a, const B& b) requires Arithmetic<A, B> {
  return map(detail::Times{}, a, b);
}
template <class A, class B>
TILE_DEVICE auto operator/(const A& a, const B& b) requires Arithmetic<A, B> {
  return map(detail::Over{}, a, b);
}
template <class T, class R, class C, class B>
TILE_DEVICE auto& operator+=(Values<T, R, C>& a, const B& b) {
  return a = a + b;
}
template <class T, class R, class C, class B>
TILE_DEVICE auto& operator*=(Values<T, R, C>& a, const B& b) {
  return a = a * b;
}

}  // namespace tilescribe::kernels::tile

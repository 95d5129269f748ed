// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/platform.h"

// Which part of a tile a thread holds: some of its rows times some of its columns. A map tells the calling
// thread how many rows (or columns) it has (`count`) and which ones (`at(i)`). On the host one "thread" holds
// all.
// A reduction needs three more: `lanes`, the bits of the lane number that select rows (columns); `warps`, the
// number of groups of warps that share them out; and `warp()`, the caller's group. `owner()` is true for one
// of the threads that hold the same rows (columns).
namespace tilescribe::kernels::tile {

/// The missing dimension of a vector: one value for all rows (or columns).
struct All {
  static constexpr int size = 1, count = 1, vector = 1;
  static TILE_DEVICE int at(int) { return 0; }
};

/// How many warps share the columns of a row, if so many groups of warps share the rows. Eight groups are the
/// warps of a block of twice the usual size.
template <int RowWarps>
inline constexpr int column_warps = RowWarps > block_warps ? 1 : block_warps / RowWarps;

#if TILE_ON_GPU

TILE_DEVICE int thread_index() {
  return static_cast<int>(threadIdx.x);
}
TILE_DEVICE int lane_index() {
  return thread_index() % warp_lanes;
}
TILE_DEVICE int warp_index() {
  return thread_index() / warp_lanes;
}
TILE_DEVICE void barrier() {
  __syncthreads();
}

/// The layout of a blocked tile: each thread has `vector` adjacent columns (16 bytes of float32 if there are
/// enough), and `row_threads` threads share a row. With at least block_warps rows, a row lies within one
/// warp, so its reduction needs no barrier.
template <int Rows, int Cols>
struct BlockedShape {
  static_assert(Rows > 0 && (Rows & (Rows - 1)) == 0 && (Cols & (Cols - 1)) == 0, "sizes are powers of two");
  static_assert(Rows * Cols >= block_threads, "a tile has at least a value a thread");
  static constexpr int vector = min(Cols, min(4, Rows* Cols / block_threads));
  static constexpr int most_row_threads = Rows >= block_warps ? warp_lanes : block_threads / Rows;
  static constexpr int row_threads = min(most_row_threads, Cols / vector);
  static constexpr int rows_at_once = block_threads / row_threads;
  static_assert(Rows >= rows_at_once, "every thread has a row");
};

template <int Rows, int Cols>
struct BlockedRows {
  using Shape = BlockedShape<Rows, Cols>;
  static constexpr int size = Rows, count = Rows / Shape::rows_at_once, vector = 1;
  static constexpr int lanes = (warp_lanes - 1) & ~(Shape::row_threads - 1);
  static constexpr int warps = Shape::row_threads >= warp_lanes ? Shape::rows_at_once : block_warps;
  static TILE_DEVICE int at(int i) { return thread_index() / Shape::row_threads + i * Shape::rows_at_once; }
  static TILE_DEVICE int warp() { return warp_index() / (block_warps / warps); }
  static TILE_DEVICE bool owner() { return thread_index() % Shape::row_threads == 0; }
};

template <int Rows, int Cols>
struct BlockedColumns {
  using Shape = BlockedShape<Rows, Cols>;
  static constexpr int size = Cols, count = Cols / Shape::row_threads, vector = Shape::vector;
  static constexpr int lanes = (Shape::row_threads - 1) & (warp_lanes - 1);
  static constexpr int warps = Shape::row_threads > warp_lanes ? Shape::row_threads / warp_lanes : 1;
  static TILE_DEVICE int at(int i) {
    return (i / vector * Shape::row_threads + thread_index() % Shape::row_threads) * vector + i % vector;
  }
  static TILE_DEVICE int warp() { return warp_index() % warps; }
  static TILE_DEVICE bool owner() { return thread_index() < Shape::row_threads; }
};

/// The tensor cores' result layout (PTX's m16n8 fragments). `Warps` groups of warps take fragments of 16 rows
/// in turn: with all four this is wgmma's layout. In each fragment a thread has rows lane/4 and lane/4 + 8.
template <int Rows, int Warps>
struct FragmentRows {
  static_assert(Rows % (16 * Warps) == 0, "a warp's rows are whole fragments");
  static constexpr int size = Rows, count = Rows / Warps / 8, vector = 1;
  static constexpr int lanes = 28, warps = Warps;
  static TILE_DEVICE int fragment(int i) { return (i * Warps + warp()) * 16; }  // its first row
  static TILE_DEVICE int at(int i) { return fragment(i / 2) + i % 2 * 8 + lane_index() / 4; }
  static TILE_DEVICE int warp() { return warp_index() / column_warps<Warps>; }
  static TILE_DEVICE bool owner() { return lane_index() % 4 == 0 && warp_index() % column_warps<Warps> == 0; }
};

/// The same for columns: 2·(lane mod 4) and the next one, of each fragment's eight.
template <int Cols, int Warps>
struct FragmentColumns {
  static_assert(Cols % (8 * Warps) == 0, "a warp's columns are whole fragments");
  static constexpr int size = Cols, count = Cols / Warps / 4, vector = 2;
  static constexpr int lanes = 3, warps = Warps;
  static TILE_DEVICE int first() { return warp() * (Cols / Warps); }
  static TILE_DEVICE int at(int i) { return first() + i / 2 * 8 + lane_index() % 4 * 2 + i % 2; }
  static TILE_DEVICE int warp() { return warp_index() % Warps; }
  static TILE_DEVICE bool owner() { return lane_index() < 4 && warp_index() < Warps; }
};

#else

inline void barrier() {}

/// All of `Size`. The kind separates layouts that differ on the GPU.
template <int Size, class Kind>
struct HostMap {
  static constexpr int size = Size, count = Size, vector = 1, lanes = 0, warps = 1;
  static int at(int i) { return i; }
  static bool owner() { return true; }
};
template <int Rows, int Cols, class Kind>
struct HostKind {};
struct Blocked;
struct Fragment;
template <int Rows, int Cols>
using BlockedRows = HostMap<Rows, HostKind<Rows, Cols, Blocked>>;
template <int Rows, int Cols>
using BlockedColumns = HostMap<Cols, HostKind<Rows, Cols, Blocked>>;
template <int Rows, int Warps>
using FragmentRows = HostMap<Rows, HostKind<0, Warps, Fragment>>;
template <int Cols, int Warps>
using FragmentColumns = HostMap<Cols, HostKind<1, Warps, Fragment>>;

#endif

}  // namespace tilescribe::kernels::tile

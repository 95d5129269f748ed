// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/platform.h"

// A tile kernel is a struct:
//
//   struct NAME {
//     struct Args { … };                                    // plain data
//     struct Shared { … };                                  // Staged matrices; optional
//     static Grid grid(const Args&);                        // TILE_ANYWHERE
//     static void run(Block, const Args&);                  // TILE_DEVICE; with Shared: run(Block, Shared&,
//     …)
//   };
namespace tilescribe::kernels::tile {

/// The blocks of a launch.
struct Grid {
  int x = 1, y = 1, z = 1;
};

/// The block that runs.
struct Block {
  int x, y, z;
};

template <class Kernel>
concept HasShared = requires {
  typename Kernel::Shared;
};

/// The threads of a kernel's blocks: block_threads, or as many as its product of factors needs.
template <class Kernel>
TILE_ANYWHERE constexpr int threads_of() {
  if constexpr (requires { Kernel::Shared::threads; }) {
    return Kernel::Shared::threads;
  } else {
    return block_threads;
  }
}

/// A tile of a matrix of tiles.
struct TilePlace {
  int row, col;
};

/// The place of the index-th of rows × cols tiles. Bands of `band` tile rows are visited column by column, so
/// blocks that run together share rows and columns of their operands in the L2 cache.
TILE_DEVICE TilePlace banded(int index, int rows, int cols, int band = 8) {
  const int of_band = band * cols, first = index / of_band * band;
  const int height = min(band, rows - first), within = index % of_band;
  return {first + within % height, within / height};
}

}  // namespace tilescribe::kernels::tile

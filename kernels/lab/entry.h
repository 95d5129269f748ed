// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the lab appends to a user's source: the functions by which the program finds the struct `Kernel`.
// LAB_ARGS is the exercise's struct of arguments.
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::lab {

using tile::Block;
using tile::Grid;
using Kernel = tile::Kernel;

static_assert(tile::same_type<Kernel::Args, LAB_ARGS>, "Kernel::Args is the exercise's struct of arguments");

static_assert(tile::threads_of<Kernel>() == tile::block_threads,
              "a tile of factors is at most 128 by 128 here");

template <class K>
TILE_ANYWHERE constexpr int shared_bytes() {
  if constexpr (tile::HasShared<K>) {
    return static_cast<int>(sizeof(typename K::Shared));
  } else {
    return 0;
  }
}

/// Runs a block. `shared`: shared_bytes() of memory, of any content.
template <class K>
TILE_DEVICE void run_block(Block block, void* shared, const typename K::Args& args) {
  if constexpr (tile::HasShared<K>) {
    K::run(block, *static_cast<typename K::Shared*>(shared), args);
  } else {
    K::run(block, args);
  }
}

}  // namespace tilescribe::kernels::lab

namespace lab = tilescribe::kernels::lab;

#if TILE_ON_GPU

extern "C" __global__ void __launch_bounds__(tilescribe::kernels::tile::block_threads)
    tilescribe_lab_kernel(const __grid_constant__ lab::Kernel::Args args) {
  extern __shared__ __align__(128) unsigned char bytes[];
  const lab::Block block{static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y),
                         static_cast<int>(blockIdx.z)};
  lab::run_block<lab::Kernel>(block, bytes, args);
}

/// The blocks of a launch, which only this source knows: x, y and z.
extern "C" __global__ void tilescribe_lab_grid(const __grid_constant__ lab::Kernel::Args args, int* blocks) {
  const lab::Grid grid = lab::Kernel::grid(args);
  blocks[0] = grid.x;
  blocks[1] = grid.y;
  blocks[2] = grid.z;
}

extern "C" __device__ int tilescribe_lab_shared_bytes = lab::shared_bytes<lab::Kernel>();

#else

#include <vector>

namespace tilescribe::kernels::lab {

/// The blocks [first, last), counted along x, then y, then z.
inline void run_blocks(const Kernel::Args& args, long long first, long long last) {
  const Grid grid = Kernel::grid(args);
  struct alignas(64) Line {
    unsigned char bytes[64];
  };
  std::vector<Line> shared((shared_bytes<Kernel>() + sizeof(Line) - 1) / sizeof(Line));
  for (long long i = first; i < last; ++i) {
    const Block block{static_cast<int>(i % grid.x), static_cast<int>(i / grid.x % grid.y),
                      static_cast<int>(i / grid.x / grid.y)};
    run_block<Kernel>(block, shared.data(), args);
  }
}

}  // namespace tilescribe::kernels::lab

extern "C" __attribute__((visibility("default"))) void tilescribe_lab_grid(const void* args, int* blocks) {
  const lab::Grid grid = lab::Kernel::grid(*static_cast<const lab::Kernel::Args*>(args));
  blocks[0] = grid.x;
  blocks[1] = grid.y;
  blocks[2] = grid.z;
}

/// Runs blocks. Where ranges are given, a load or store outside them ends the launch. Returns 0, or what went
/// wrong: 1 a load, 2 a store, 3 an exception.
extern "C" __attribute__((visibility("default"))) int tilescribe_lab_run(
    const void* args, long long first, long long last, const tilescribe::kernels::tile::MemoryRange* allowed,
    int count) {
  namespace tile = tilescribe::kernels::tile;
  const auto& given = *static_cast<const lab::Kernel::Args*>(args);
  try {
    if (count == 0) {
      lab::run_blocks(given, first, last);
      return 0;
    }
    tile::HostMemoryGuard guard;
    for (int i = 0; i < count; ++i) guard.allow(allowed[i]);
    lab::run_blocks(given, first, last);
    return 0;
  } catch (const tile::OutsideMemory& outside) {
    return outside.writes ? 2 : 1;
  } catch (...) {
    return 3;
  }
}

#endif

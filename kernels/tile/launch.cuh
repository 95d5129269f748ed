// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/launch.h"
#include "kernels/tile/entry.cuh"

namespace tilescribe::kernels::tile {

/// Shared memory that a kernel requests at launch, bytes.
template <class Kernel>
constexpr int shared_bytes() {
  if constexpr (HasShared<Kernel>) {
    return static_cast<int>(sizeof(typename Kernel::Shared));
  } else {
    return 0;
  }
}

/// Runs a tile kernel on the GPU. An empty grid runs nothing. Throws Error if it can't be launched.
template <class Kernel>
void launch(const typename Kernel::Args& args, CudaStream& stream, const char* name) {
  const Grid grid = Kernel::grid(args);
  if (grid.x <= 0 || grid.y <= 0 || grid.z <= 0) return;
  constexpr int bytes = shared_bytes<Kernel>();
  constexpr int most = threads_of<Kernel>() > block_threads ? 227 : 99;  // KiB
  static_assert(bytes <= most * 1024, "what sm_90 gives a block, and every GPU from sm_80 on");
  const dim3 blocks(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y),
                    static_cast<unsigned>(grid.z));
  kernels::launch(stream, plainly(name, blocks, threads_of<Kernel>(), bytes), tile_kernel<Kernel>, args);
}

}  // namespace tilescribe::kernels::tile

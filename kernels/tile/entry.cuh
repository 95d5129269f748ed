// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"

namespace tilescribe::kernels::tile {

/// A tile kernel as the GPU launches it (nvcc and NVRTC): blocks of threads_of() threads, with shared_bytes()
/// of dynamic shared memory.
template <class Kernel>
__global__ void __launch_bounds__(threads_of<Kernel>())
    tile_kernel(const __grid_constant__ typename Kernel::Args args) {
  const Block block{static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y), static_cast<int>(blockIdx.z)};
  if constexpr (HasShared<Kernel>) {
    extern __shared__ __align__(128) unsigned char bytes[];
    Kernel::run(block, *reinterpret_cast<typename Kernel::Shared*>(bytes), args);
  } else {
    Kernel::run(block, args);
  }
}

}  // namespace tilescribe::kernels::tile

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/tile/block.h"

namespace tilescribe::kernels::tile {

/// Runs a tile kernel on the host, one block after another, on host memory.
template <class Kernel>
void run_on_host(const typename Kernel::Args& args) {
  const Grid grid = Kernel::grid(args);
  for (int z = 0; z < grid.z; ++z) {
    for (int y = 0; y < grid.y; ++y) {
      for (int x = 0; x < grid.x; ++x) {
        if constexpr (HasShared<Kernel>) {
          const auto shared = std::make_unique<typename Kernel::Shared>();
          Kernel::run(Block{x, y, z}, *shared, args);
        } else {
          Kernel::run(Block{x, y, z}, args);
        }
      }
    }
  }
}

}  // namespace tilescribe::kernels::tile

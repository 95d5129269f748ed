// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilescribe::kernels {

/// What launchers, and the host that plans for them, need to know about a GPU.
struct Gpu {
  int index = 0;
  int multiprocessors = 0;
  int compute_major = 0;         // of the GPU and of the code on it; from 9 on: programmatic dependent launch
  std::size_t shared_bytes = 0;  // shared memory that a block may have
};

}  // namespace tilescribe::kernels

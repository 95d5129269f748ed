// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <cuda_runtime_api.h>

#include "kernels/device/stream.h"

namespace tilescribe::kernels {

/// How a kernel is started.
struct Launch {
  const char* name;  // in errors
  dim3 grid;         // blocks
  int threads;       // of a block
  std::size_t shared_bytes = 0;
  int cluster = 1;        // blocks per cluster, along x; from sm_90 on
  bool together = false;  // all blocks run at the same time, so they may wait for each other
  KernelOrder order = one_by_one;
  /// Asks for as much of L1 as possible as shared memory. All kernels of a decode step do so, because a
  /// multiprocessor must become idle before it changes its split.
  bool most_shared = true;
};

/// A launch without overlap: the kernel begins when all kernels before it have ended.
inline Launch plainly(const char* name, dim3 grid, int threads, std::size_t shared_bytes = 0) {
  return {.name = name, .grid = grid, .threads = threads, .shared_bytes = shared_bytes, .most_shared = false};
}

/// Queues the kernel. `arguments` are the addresses of its parameters. Throws Error if it can't be started,
/// or if it would read too early (LaunchOrder).
void launch_kernel(CudaStream& stream, const Launch& how, const void* kernel, void** arguments);

template <class... Parameters>
void launch(CudaStream& stream, const Launch& how, void (*kernel)(Parameters...),
            const std::type_identity_t<Parameters>&... arguments) {
  void* addresses[] = {const_cast<void*>(static_cast<const void*>(&arguments))..., nullptr};
  launch_kernel(stream, how, reinterpret_cast<const void*>(kernel), addresses);
}

/// The number of blocks for `count` elements with `size` per block, rounded up.
constexpr unsigned blocks_of(std::int64_t count, std::int64_t size) {
  return static_cast<unsigned>((count + size - 1) / size);
}

}  // namespace tilescribe::kernels

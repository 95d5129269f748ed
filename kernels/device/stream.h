// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <cuda_runtime_api.h>

#include "kernels/device/order.h"
#include "kernels/device/owned.h"

namespace tilescribe::kernels {

/// What launchers ask of a GPU.
struct Gpu {
  int index = 0;
  int multiprocessors = 0;
  int compute_major = 0;  // of the GPU and of the code for it; from 9 on: programmatic dependent launch
  std::size_t shared_bytes = 0;  // shared memory that a block may have
};

/// A stream of one GPU, kept by all that was allocated for it.
class CudaStream {
 public:
  /// On the GPU with this index, which becomes the calling thread's current one. Throws Error.
  explicit CudaStream(int index);

  const Gpu& gpu() const { return gpu_; }
  /// The stream; its GPU becomes the calling thread's current one.
  cudaStream_t use() const;
  /// The same for an operation that launch() does not make (a copy, a library's kernel, a recorded step).
  cudaStream_t use_in_order();
  /// Waits for everything given to the stream; a kernel's faults come up here.
  void wait();
  LaunchOrder& order() { return order_; }

 private:
  Gpu gpu_;
  CudaOwned<cudaStream_t, cudaStreamDestroy> stream_;
  LaunchOrder order_;
};

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/core/kernel_code.h"
#include "kernels/device/gpu.h"
#include "kernels/device/order.h"
#include "kernels/device/owned.h"

namespace tilescribe::kernels {

/// A stream of one GPU. Everything allocated on it keeps it alive.
class CudaStream {
 public:
  /// Uses the GPU with this index and makes it current for the calling thread. `wgmma`: as in Gpu. Throws
  /// Error.
  explicit CudaStream(int index, bool wgmma = false);

  const Gpu& gpu() const { return gpu_; }
  /// The stream. Makes its GPU current for the calling thread.
  cudaStream_t use() const;
  /// The same for what does not go through launch(): a copy, a library's kernel, a recorded step.
  cudaStream_t use_in_order();
  /// Waits for everything queued on the stream. Throws DeviceError for a fault of an earlier kernel.
  void wait();
  LaunchOrder& order() { return order_; }

  /// Each kernel that is launched is added to `list`; null: to none.
  void note_kernels(LaunchedKernels* list) { noted_ = list; }
  LaunchedKernels* noted_kernels() const { return noted_; }

 private:
  Gpu gpu_;
  CudaOwned<cudaStream_t, cudaStreamDestroy> stream_;
  LaunchOrder order_;
  LaunchedKernels* noted_ = nullptr;
};

}  // namespace tilescribe::kernels

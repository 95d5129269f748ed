// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include <cuda_runtime_api.h>

#include "kernels/core/dtype.h"
#include "kernels/core/thread_pool.h"
#include "kernels/device/owned.h"

namespace tilescribe::kernels {

/// Copies weights from mapped files to a GPU as fast as the page cache and the link allow. Several threads
/// convert values into pinned buffers while earlier buffers are being transferred.
class WeightUpload {
 public:
  /// Throws Error if memory can't be pinned.
  explicit WeightUpload(cudaStream_t stream);
  ~WeightUpload();
  WeightUpload(const WeightUpload&) = delete;
  WeightUpload& operator=(const WeightUpload&) = delete;

  /// Copies `count` values from host memory (f32, f16 or bf16) to device memory (f32 or bf16). `from` is not
  /// used after the call. The copy is ordered on the stream.
  void copy(void* to, DType to_type, const void* from, DType from_type, std::size_t count);

 private:
  struct Buffer {
    PinnedBytes data;
    CudaEvent sent;
  };

  cudaStream_t stream_;
  ThreadPool pool_;
  std::array<Buffer, 3> buffers_{};
  std::size_t next_ = 0;
};

}  // namespace tilescribe::kernels

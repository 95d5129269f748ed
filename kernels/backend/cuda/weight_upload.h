// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include <cuda_runtime_api.h>

#include "kernels/core/dtype.h"
#include "kernels/core/thread_pool.h"
#include "kernels/device/owned.h"

namespace tilescribe::kernels {

/// Copies weights from mapped files to a GPU at the speed of the slower of page cache and link: several
/// threads fill pinned buffers, converting on the way, while earlier ones are on the link.
class WeightUpload {
 public:
  /// Throws Error when memory can't be pinned.
  explicit WeightUpload(cudaStream_t stream);
  ~WeightUpload();
  WeightUpload(const WeightUpload&) = delete;
  WeightUpload& operator=(const WeightUpload&) = delete;

  /// `count` values from host memory (f32, f16 or bf16) to device memory (f32 or bf16). `from` may go when
  /// the call returns; the copy is ordered on the stream.
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

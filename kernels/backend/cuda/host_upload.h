// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <cuda_runtime_api.h>

#include "kernels/core/dtype.h"
#include "kernels/core/thread_pool.h"
#include "kernels/device/owned.h"

namespace tilescribe::kernels {

/// Copies values from the host to a GPU as fast as its memory and the link allow. Several threads convert
/// them into pinned buffers while earlier buffers are being transferred, or wait for earlier work.
class HostUpload {
 public:
  struct Sizes {
    std::size_t buffers, buffer_bytes;
    int threads;  // at most, the caller included
  };
  static constexpr Sizes for_weights{3, std::size_t{32} << 20, 8};
  static constexpr Sizes for_windows{16, std::size_t{2} << 20, 4};  // a window of 30 s in each

  /// Throws Error if memory can't be pinned.
  HostUpload(cudaStream_t stream, const Sizes& sizes);
  ~HostUpload();
  HostUpload(const HostUpload&) = delete;
  HostUpload& operator=(const HostUpload&) = delete;

  /// Copies `count` values from host memory (f32, f16 or bf16) to device memory (f32 or bf16), or of any type
  /// to the same. `from` is not used after the call. The copy is ordered on the stream. The call waits only
  /// while all buffers are under way.
  void copy(void* to, DType to_type, const void* from, DType from_type, std::size_t count);

  /// Fills `count` rows of `row_bytes` in device memory with what `fill(first, count, to)` makes of each, on
  /// several threads. Ordered as a copy. A row is not longer than a buffer.
  using Fill = std::function<void(std::size_t first, std::size_t count, std::byte* to)>;
  void make(void* to, std::size_t row_bytes, std::size_t count, const Fill& fill);

 private:
  void make(void* to, std::size_t row_bytes, std::size_t count, std::size_t rows_a_task, const Fill& fill);
  struct Buffer {
    PinnedBytes data;
    CudaEvent sent;
  };

  cudaStream_t stream_;
  ThreadPool pool_;
  std::vector<Buffer> buffers_;
  std::size_t buffer_bytes_;
  std::size_t next_ = 0;
};

}  // namespace tilescribe::kernels

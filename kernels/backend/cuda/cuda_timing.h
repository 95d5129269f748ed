// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "kernels/backend/backend.h"
#include "kernels/core/ceilings.h"
#include "kernels/core/message.h"
#include "kernels/device/stream.h"

namespace tilescribe::kernels {

class CublasLt;

/// GPU time of what `work` queues on the stream, in milliseconds. The stream is idle before and after.
double stream_time_ms(CudaStream& stream, const std::function<void()>& work);

/// The limits of the stream's GPU: a kernel that only reads, a copy by the driver, large products by cuBLAS
/// (0 if it is not installed), and fp8 products by cuBLASLt (0 if that is null or the GPU has none). Works in
/// `memory` of `bytes` bytes: at least 64 MiB; 1 GiB is enough.
Ceilings measure_ceilings(void* memory, std::size_t bytes, CublasLt* cublaslt, CudaStream& stream);

/// Queues a kernel that reads `bytes` bytes, a multiple of 16. `sink` is never actually written.
void launch_read_stream(const void* from, std::size_t bytes, unsigned* sink, CudaStream& stream);
/// Queues a kernel that fills memory with random numbers in [−1, 1). A GPU's speed depends on the bits.
void launch_random_fill(void* to, DType dtype, std::size_t count, CudaStream& stream);

/// Queues a kernel of about 2 µs that changes `values`, short_chain_values of them. `starts_early`: it may
/// begin before its predecessor ends, as in a decode step on GPUs of compute capability 9.0 and above.
inline constexpr int short_chain_values = 128;
void launch_short_chain(float* values, bool starts_early, CudaStream& stream);

/// Square products C = A·B with cuBLAS, opened on request.
class CublasProduct {
 public:
  /// Null if it cannot be used; `reason` then says why.
  static std::unique_ptr<CublasProduct> open(CudaStream& stream, Message& reason);
  virtual ~CublasProduct() = default;
  enum class Operands { f32, tf32, bf16 };
  /// A, B and C, each n × n, are contiguous in `memory`: bf16, or f32, which tf32 rounds. Sums in float32.
  virtual void run(Operands operands, void* memory, int n) = 0;
};

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "kernels/backend/backend.h"
#include "kernels/core/ceilings.h"
#include "kernels/core/message.h"
#include "kernels/device/stream.h"

namespace tilescribe::kernels {

class CublasLt;

/// Milliseconds from before what `work` gives the stream to behind it, by the GPU's clock. The stream is idle
/// before and after.
double stream_time_ms(CudaStream& stream, const std::function<void()>& work);

/// What the GPU of `stream` reaches: a kernel that only reads, a copy of the driver's, cuBLAS's large
/// products (0 where cuBLAS is not installed), and cuBLASLt's of fp8 (0 where it is null or the GPU has
/// none). Works in `memory`, of `bytes` bytes: at least 64 MiB; 1 GiB is enough.
Ceilings measure_ceilings(void* memory, std::size_t bytes, CublasLt* cublaslt, CudaStream& stream);

/// Queues a kernel that reads `bytes` bytes, a multiple of 16, and keeps nothing; `sink` is never written.
void launch_read_stream(const void* from, std::size_t bytes, unsigned* sink, CudaStream& stream);
/// Queues a kernel that fills memory with random numbers in [−1, 1): what a GPU reaches depends on how many
/// bits change.
void launch_random_fill(void* to, DType dtype, std::size_t count, CudaStream& stream);

/// Queues a kernel of some 2 us that changes `values`, short_chain_values of them. `starts_early`: it may
/// begin while the one before it ends, as those of a decode step do, on GPUs from compute capability 9.0 on.
inline constexpr int short_chain_values = 128;
void launch_short_chain(float* values, bool starts_early, CudaStream& stream);

/// Square products C = A·B by cuBLAS, opened when it is asked for.
class CublasProduct {
 public:
  /// Null where it cannot be used; `reason` then says why.
  static std::unique_ptr<CublasProduct> open(CudaStream& stream, Message& reason);
  virtual ~CublasProduct() = default;
  enum class Operands { f32, tf32, bf16 };
  /// A, B and C of `n` by `n` values one behind another in `memory`: bf16, or f32 of which tf32 uses the
  /// upper bits; sums in float32.
  virtual void run(Operands operands, void* memory, int n) = 0;
};

}  // namespace tilescribe::kernels

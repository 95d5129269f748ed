// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "kernels/core/ceilings.h"
#include "kernels/core/dtype.h"
#include "kernels/device/stream.h"

namespace tilescribe::kernels {

class CublasLt;

/// GPU time of what `work` queues on the stream, in milliseconds. The stream is idle before and after.
double stream_time_ms(CudaStream& stream, const std::function<void()>& work);

/// The limits of the stream's GPU: a kernel that only reads, a copy by the driver, and large products by
/// cuBLASLt (0 if that is null or the GPU has none of a type). Works in `memory` of `bytes` bytes: at least
/// 64 MiB; 1 GiB is enough.
Ceilings measure_ceilings(void* memory, std::size_t bytes, CublasLt* cublaslt, CudaStream& stream);

/// Queues a kernel that reads `bytes` bytes, a multiple of 16. `sink` is never actually written.
void launch_read_stream(const void* from, std::size_t bytes, unsigned* sink, CudaStream& stream);
/// Queues a kernel that fills memory with random numbers in [−1, 1). A GPU's speed depends on the bits.
void launch_random_fill(void* to, DType dtype, std::size_t count, CudaStream& stream);

/// Queues a kernel of about 2 µs that changes `values`, short_chain_values of them. `starts_early`: it may
/// begin before its predecessor ends, as in a decode step on GPUs of compute capability 9.0 and above.
inline constexpr int short_chain_values = 128;
void launch_short_chain(float* values, bool starts_early, CudaStream& stream);

}  // namespace tilescribe::kernels

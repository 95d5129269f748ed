// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What plain kernels share: a block a row, or a thread a value.
namespace tilescribe::kernels {

inline constexpr int block_threads = 256;

/// Blocks for a kernel with a thread a value.
inline unsigned blocks_for(std::int64_t values) {
  return static_cast<unsigned>((values + block_threads - 1) / block_threads);
}

/// combine() over the values of a block's threads; each thread gets the result. T is plain data; combine is
/// associative. Every thread of the block (block_threads of them) has to come here.
template <class T, class Combine>
__device__ T block_reduce(T value, Combine combine) {
  __shared__ T values[block_threads];
  const unsigned me = threadIdx.x;
  values[me] = value;
  __syncthreads();
  for (unsigned half = block_threads / 2; half > 0; half /= 2) {
    if (me < half) values[me] = combine(values[me], values[me + half]);
    __syncthreads();
  }
  const T result = values[0];
  __syncthreads();  // all have read it before a next reduction writes
  return result;
}

inline __device__ float block_sum(float value) {
  return block_reduce(value, [](float a, float b) { return a + b; });
}
inline __device__ float block_max(float value) {
  return block_reduce(value, [](float a, float b) { return fmaxf(a, b); });
}

}  // namespace tilescribe::kernels

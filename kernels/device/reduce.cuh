// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilescribe::kernels {

/// Over the four lanes that share the rows of a matrix instruction's result. All four get it.
__device__ inline float quad_max(float x) {
  x = fmaxf(x, __shfl_xor_sync(~0u, x, 1));
  return fmaxf(x, __shfl_xor_sync(~0u, x, 2));
}
__device__ inline float quad_sum(float x) {
  x += __shfl_xor_sync(~0u, x, 1);
  return x + __shfl_xor_sync(~0u, x, 2);
}

/// Over a warp. Every lane gets it.
__device__ inline float warp_sum(float value) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(~0u, value, distance);
  return value;
}

__device__ inline float warp_max(float value) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    value = fmaxf(value, __shfl_xor_sync(~0u, value, distance));
  return value;
}

/// Over a block of `threads` threads; at most once per kernel. Thread 0 gets it.
template <int threads>
__device__ float block_max(float value) {
  __shared__ float largest[threads / 32];
  value = warp_max(value);
  if (threadIdx.x % 32 == 0) largest[threadIdx.x / 32] = value;
  __syncthreads();
  for (int warp = 1; threadIdx.x == 0 && warp < threads / 32; ++warp) value = fmaxf(value, largest[warp]);
  return value;
}
/// The same, but every thread gets it.
template <int threads>
__device__ float block_max_for_all(float value) {
  __shared__ float largest[threads / 32];
  value = warp_max(value);
  if (threadIdx.x % 32 == 0) largest[threadIdx.x / 32] = value;
  __syncthreads();
#pragma unroll
  for (int warp = 0; warp < threads / 32; ++warp) value = fmaxf(value, largest[warp]);
  return value;
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/math.cuh"
#include "kernels/device/reduce.cuh"

/// RMSNorm of single rows by a block of 256 threads, with the same order of sums everywhere.
namespace tilescribe::kernels {

inline constexpr int norm_threads = 256;
inline constexpr int norm_pass = 4 * norm_threads;  // values per pass of the block, 4 per thread

__device__ inline float sum_of_squares(float4 v) {
  return v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
}

/// 1/√(mean(x²) + eps) from the sums of squares of the block's 8 warps.
__device__ inline float inverse_rms(const float* warp_sums, int k, float eps) {
  float sum = warp_sums[0];
#pragma unroll
  for (int warp = 1; warp < norm_threads / 32; ++warp) sum += warp_sums[warp];
  return 1.0f / sqrtf(sum / static_cast<float>(k) + eps);
}

/// Four normed values as bf16.
__device__ inline uint2 normed_bf16(float4 v, float scale, float4 gain) {
  return {pack_bf16(v.x * scale * gain.x, v.y * scale * gain.y),
          pack_bf16(v.z * scale * gain.z, v.w * scale * gain.w)};
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0

#include "kernels/core/error.h"
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/ops/linear/skinny_linear.h"
#include "kernels/ops/linear/skinny_norm.cuh"

namespace tilescribe::kernels {
namespace {

constexpr int kept = 4;  // passes whose values stay in registers

// One row per block.
__global__ void __launch_bounds__(norm_threads) rms_norm_bf16(const RmsNormBf16 op) {
  __shared__ float warp_sums[norm_threads / 32];
  const float* x = op.x + static_cast<std::size_t>(blockIdx.x) * op.k;
  __nv_bfloat16* out = op.out + static_cast<std::size_t>(blockIdx.x) * op.k;
  const int first = 4 * static_cast<int>(threadIdx.x);
  float4 values[kept], gains[kept];
#pragma unroll
  for (int pass = 0; pass < kept; ++pass) {
    const int i = first + pass * norm_pass;
    if (i < op.k) gains[pass] = *reinterpret_cast<const float4*>(op.gain + i);
  }

  ptx::wait_for_predecessor();
  ptx::release_successor();
  float sum = 0.0f;
#pragma unroll
  for (int pass = 0; pass < kept; ++pass) {
    const int i = first + pass * norm_pass;
    if (i < op.k) values[pass] = *reinterpret_cast<const float4*>(x + i);
  }
#pragma unroll
  for (int pass = 0; pass < kept; ++pass) {
    if (first + pass * norm_pass < op.k) sum += sum_of_squares(values[pass]);
  }
  for (int i = first + kept * norm_pass; i < op.k; i += norm_pass) {
    sum += sum_of_squares(*reinterpret_cast<const float4*>(x + i));
  }
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = sum;
  __syncthreads();
  const float scale = inverse_rms(warp_sums, op.k, op.eps);
#pragma unroll
  for (int pass = 0; pass < kept; ++pass) {
    const int i = first + pass * norm_pass;
    if (i < op.k) *reinterpret_cast<uint2*>(out + i) = normed_bf16(values[pass], scale, gains[pass]);
  }
  for (int i = first + kept * norm_pass; i < op.k; i += norm_pass) {
    const float4 value = *reinterpret_cast<const float4*>(x + i);
    const float4 gain = *reinterpret_cast<const float4*>(op.gain + i);
    *reinterpret_cast<uint2*>(out + i) = normed_bf16(value, scale, gain);
  }
}

}  // namespace

void launch_rms_norm_bf16(const RmsNormBf16& op, CudaStream& stream) {
  if (op.rows < 1 || op.k < 8 || op.k % 8 != 0) {
    throw Error("A norm of a decode step takes at least one row of a multiple of 8 values, not {1} of {2}.",
                op.rows, op.k);
  }
  launch(stream,
         {.name = "rms_norm_bf16",
          .grid = dim3(static_cast<unsigned>(op.rows)),
          .threads = norm_threads,
          .order = overlapping},
         rms_norm_bf16, op);
}

}  // namespace tilescribe::kernels

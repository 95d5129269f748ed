// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/linear/skinny_result.cuh"

/// The end of skinny_wgmma: what a thread does with its sums.
namespace tilescribe::kernels::skinny_wgmma_detail {

__device__ inline void add(float4& sum, float4 v) {
  sum.x += v.x;
  sum.y += v.y;
  sum.z += v.z;
  sum.w += v.w;
}

/// Writes a thread's sums: of two rows of w, for rows row, row + 1, row + 8, row + 9, … of x.
template <bool eight_bits, int pairs>
__device__ __forceinline__ void write(const SkinnyArguments& op, RowPair at, int first_row,
                                      float4 (&sums)[pairs]) {
  if constexpr (eight_bits) {  // not joined with the bias's addition, in any kernel
    const float low = op.scale[at.low], high = op.scale[at.high];
#pragma unroll
    for (float4& sum : sums)
      sum = make_float4(__fmul_rn(sum.x, low), __fmul_rn(sum.y, low), __fmul_rn(sum.z, high),
                        __fmul_rn(sum.w, high));
  }
  if (op.bias != nullptr) {
    const float low = op.bias[at.low], high = op.bias[at.high];
#pragma unroll
    for (float4& sum : sums) add(sum, make_float4(low, low, high, high));
  }
  const bool gated = op.epilogue == Epilogue::gated_silu_bf16;
  const std::ptrdiff_t width = gated ? op.n / 2 : op.n;
  auto each = [&](auto store) {
#pragma unroll
    for (int i = 0; i < 2 * pairs; ++i) {
      const int row = first_row + i / 2 * 8 + i % 2;
      if (row >= op.rows) continue;
      const float4 sum = sums[i / 2];
      store(row * width, i % 2 == 0 ? sum.x : sum.y, i % 2 == 0 ? sum.z : sum.w);
    }
  };
  auto* const f32 = static_cast<float*>(op.y);
  auto* const bf16 = static_cast<__nv_bfloat16*>(op.y);
  if (gated) {
    each([&](std::ptrdiff_t start, float low, float high) {
      bf16[start + at.low] = __float2bfloat16_rn(low / (1.0f + __expf(-low)) * high);
    });
  } else if (op.epilogue == Epilogue::residual_f32) {
    each([&](std::ptrdiff_t start, float low, float high) {
      atomicAdd(f32 + start + at.low, low);
      atomicAdd(f32 + start + at.high, high);
    });
  } else if (op.epilogue == Epilogue::store_f32) {
    each([&](std::ptrdiff_t start, float low, float high) {
      f32[start + at.low] = low;
      f32[start + at.high] = high;
    });
  } else {
    each([&](std::ptrdiff_t start, float low, float high) {
      bf16[start + at.low] = __float2bfloat16_rn(low);
      bf16[start + at.high] = __float2bfloat16_rn(high);
    });
  }
}

}  // namespace tilescribe::kernels::skinny_wgmma_detail

// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/quantize_rows.cuh"
#include "kernels/ops/linear/skinny_norm.cuh"
#include "kernels/ops/norm/layer_norm.cuh"
#include "kernels/ops/norm/norm_rounded.h"

namespace tilescribe::kernels {
namespace {

struct RoundedRows {
  std::uint8_t* out;
  float* scales;

  template <int quads>
  __device__ void write(const float4 (&values)[quads], int row, int lane, int width) const {
    FourBf16 kept[quads];
    float largest = 0.0f;
#pragma unroll
    for (int i = 0; i < quads; ++i) {
      if (4 * (lane + 32 * i) >= width) continue;
      kept[i].words = {pack_bf16(values[i].x, values[i].y), pack_bf16(values[i].z, values[i].w)};
      largest = fmaxf(largest, kept[i].largest());
    }
    const int exponent = scale_exponent(warp_max(largest));
    const float inverse = power_of_two(-exponent);
    std::uint8_t* const to = out + std::int64_t{row} * width;
#pragma unroll
    for (int i = 0; i < quads; ++i) {
      const int column = 4 * (lane + 32 * i);
      if (column < width) kept[i].store_rounded(to, column, inverse);
    }
    if (lane == 0) scales[row] = power_of_two(exponent);
  }
};

// A row per block, as rms_norm_bf16.
__global__ void __launch_bounds__(norm_threads) rms_norm_rounded(const NormRounded op) {
  constexpr int passes = most_rounded_rms_width / norm_pass;
  __shared__ float warp_sums[norm_threads / 32];
  const float* const x = op.x + std::int64_t{blockIdx.x} * op.k;
  const int first = 4 * static_cast<int>(threadIdx.x);
  float4 values[passes], gains[passes];
#pragma unroll
  for (int pass = 0; pass < passes; ++pass) {
    const int i = first + pass * norm_pass;
    if (i < op.k) gains[pass] = *reinterpret_cast<const float4*>(op.gain + i);
  }

  ptx::wait_for_predecessor();
  ptx::release_successor();
  float sum = 0.0f;
#pragma unroll
  for (int pass = 0; pass < passes; ++pass) {
    const int i = first + pass * norm_pass;
    if (i < op.k) values[pass] = *reinterpret_cast<const float4*>(x + i);
  }
#pragma unroll
  for (int pass = 0; pass < passes; ++pass) {
    if (first + pass * norm_pass < op.k) sum += sum_of_squares(values[pass]);
  }
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = sum;
  __syncthreads();
  const float scale = inverse_rms(warp_sums, op.k, op.eps);

  FourBf16 normed[passes];
  float largest = 0.0f;
#pragma unroll
  for (int pass = 0; pass < passes; ++pass) {
    if (first + pass * norm_pass >= op.k) continue;
    normed[pass].words = normed_bf16(values[pass], scale, gains[pass]);
    largest = fmaxf(largest, normed[pass].largest());
  }
  const int exponent = scale_exponent(block_max_for_all<norm_threads>(largest));
  const float inverse = power_of_two(-exponent);
  std::uint8_t* const to = static_cast<std::uint8_t*>(op.rounded) + std::int64_t{blockIdx.x} * op.k;
#pragma unroll
  for (int pass = 0; pass < passes; ++pass) {
    const int i = first + pass * norm_pass;
    if (i < op.k) normed[pass].store_rounded(to, i, inverse);
  }
  if (threadIdx.x == 0) op.scales[blockIdx.x] = power_of_two(exponent);
}

}  // namespace

void launch_layer_norm_rounded(const NormRounded& op, CudaStream& stream) {
  launch_layer_norm<RoundedRows>({.out = {static_cast<std::uint8_t*>(op.rounded), op.scales},
                                  .x = op.x,
                                  .gain = op.gain,
                                  .bias = op.bias,
                                  .eps = op.eps,
                                  .rows = op.rows,
                                  .k = op.k},
                                 stream);
}

void launch_rms_norm_rounded(const NormRounded& op, CudaStream& stream) {
  launch(stream,
         {.name = "rms_norm_rounded",
          .grid = dim3(static_cast<unsigned>(op.rows)),
          .threads = norm_threads,
          .order = overlapping},
         rms_norm_rounded, op);
}

}  // namespace tilescribe::kernels

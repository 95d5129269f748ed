// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp8.h>

#include "kernels/device/launch.h"
#include "kernels/device/math.cuh"
#include "kernels/device/order.cuh"
#include "kernels/device/reduce.cuh"
#include "kernels/ops/linear/eight_bit_layout.h"
#include "kernels/ops/linear/quantize_rows.h"

namespace tilescribe::kernels {
namespace {

constexpr int row_warps = 8;  // of a block; a warp has a row

struct Eight {
  float values[8];
};
__device__ Eight load_eight(const __nv_bfloat16* from) {
  const uint4 stored = *reinterpret_cast<const uint4*>(from);
  const unsigned words[4] = {stored.x, stored.y, stored.z, stored.w};
  Eight eight;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const float2 two = unpack_bf16(words[i]);
    eight.values[2 * i] = two.x;
    eight.values[2 * i + 1] = two.y;
  }
  return eight;
}

__device__ unsigned rounded_pair(float first, float second) {
  return __nv_cvt_float2_to_fp8x2(make_float2(first, second), __NV_SATFINITE, __NV_E4M3);
}

// 448 = 1.75·2⁸.
__device__ int scale_exponent(float largest) {
  const unsigned bits = __float_as_uint(largest);
  const int exponent = static_cast<int>(bits >> 23) - 127 - ((bits & 0x7fffffu) <= 0x600000u ? 8 : 7);
  return max(exponent, -126);
}

__global__ void __launch_bounds__(32 * row_warps) quantize_rows(const QuantizeRows op) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const std::int64_t row = std::int64_t{blockIdx.x} * row_warps + threadIdx.x / 32;
  ptx::wait_for_predecessor();
  ptx::release_successor();
  if (row >= op.rows) return;
  const __nv_bfloat16* const x = op.x + row * op.k;
  float largest = 0.0f;
  for (int k = 8 * lane; k < op.k; k += 8 * 32) {
    const Eight eight = load_eight(x + k);
#pragma unroll
    for (const float value : eight.values) largest = fmaxf(largest, fabsf(value));
  }
  const int exponent = scale_exponent(warp_max(largest));
  const float inverse = __uint_as_float(static_cast<unsigned>(127 - exponent) << 23);
  const int row_bytes = (op.k + eight_bit_unit - 1) / eight_bit_unit * eight_bit_unit;
  auto* const to = static_cast<std::uint8_t*>(op.rounded) + row * row_bytes;
  for (int k = 8 * lane; k < row_bytes; k += 8 * 32) {
    Eight eight = {};
    if (k < op.k) eight = load_eight(x + k);
#pragma unroll
    for (float& value : eight.values) value *= inverse;
    const float(&v)[8] = eight.values;
    const int piece = k % eight_bit_unit / 8;  // its place: eight_bit_layout.h
    *reinterpret_cast<uint2*>(to + k / eight_bit_unit * eight_bit_unit + piece % 4 * 16 + piece / 4 * 8) =
        make_uint2(rounded_pair(v[0], v[2]) | rounded_pair(v[1], v[3]) << 16,
                   rounded_pair(v[4], v[6]) | rounded_pair(v[5], v[7]) << 16);
  }
  if (lane == 0) op.scales[row] = __uint_as_float(static_cast<unsigned>(exponent + 127) << 23);
}

}  // namespace

void launch_quantize_rows(const QuantizeRows& op, CudaStream& stream) {
  launch(stream,
         {.name = "quantize_rows",
          .grid = dim3(static_cast<unsigned>((op.rows + row_warps - 1) / row_warps)),
          .threads = 32 * row_warps,
          .order = overlapping},
         quantize_rows, op);
}

}  // namespace tilescribe::kernels

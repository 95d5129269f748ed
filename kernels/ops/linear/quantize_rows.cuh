// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_fp8.h>

#include "kernels/device/math.cuh"
#include "kernels/ops/linear/eight_bit_layout.h"

/// Rows in E4M3 (quantize_rows.h), for the kernels that write them.
namespace tilescribe::kernels {

/// The smallest exponent with which no value is above 448 = 1.75·2⁸.
__device__ inline int scale_exponent(float largest) {
  const unsigned bits = __float_as_uint(largest);
  const int exponent = static_cast<int>(bits >> 23) - 127 - ((bits & 0x7fffffu) <= 0x600000u ? 8 : 7);
  return max(exponent, -126);
}

__device__ inline float power_of_two(int exponent) {
  return __uint_as_float(static_cast<unsigned>(127 + exponent) << 23);
}

/// The place of a row's four values from `column` on, a multiple of 4: eight_bit_place on the device.
__device__ inline int place_of_four(int column) {
  const int inside = column % eight_bit_unit;
  return column - inside + inside % 32 / 8 * 16 + inside / 32 * 8 + inside % 8;
}

/// Four bf16 values, in two words.
struct FourBf16 {
  uint2 words;

  __device__ float largest() const {
    const float2 a = unpack_bf16(words.x), b = unpack_bf16(words.y);
    return fmaxf(fmaxf(fabsf(a.x), fabsf(a.y)), fmaxf(fabsf(b.x), fabsf(b.y)));
  }
  /// Times `inverse`, in the order of eight_bit_layout.h.
  __device__ unsigned rounded(float inverse) const {
    const float2 a = unpack_bf16(words.x), b = unpack_bf16(words.y);
    const auto pair = [&](float first, float second) {
      return static_cast<unsigned>(__nv_cvt_float2_to_fp8x2(make_float2(first * inverse, second * inverse),
                                                            __NV_SATFINITE, __NV_E4M3));
    };
    return pair(a.x, b.x) | pair(a.y, b.y) << 16;
  }
  /// Writes them as the values from `column` on of a row.
  __device__ void store_rounded(std::uint8_t* row, int column, float inverse) const {
    *reinterpret_cast<unsigned*>(row + place_of_four(column)) = rounded(inverse);
  }
};

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "kernels/device/math.cuh"

/// Values in E4M3 (Micikevicius et al. 2022), as a key/value cache may hold them, in bf16 and in f16. Every
/// kernel rounds alike: to bf16 first, then to E4M3, at most ±448.
namespace tilescribe::kernels {

/// Bytes 0 and 2 of a word in E4M3 as a pair of bf16, which is exact. Their bits below bf16's sign, four
/// places up, are the value times 2⁻¹²⁰: the exponents' biases are 7 and 127.
__device__ inline unsigned even_float8_as_bf16(unsigned word) {
  const unsigned bits = (word & 0x007f007fu) << 4 | (word & 0x00800080u) << 8, biases = 0x7b807b80u;  // 2¹²⁰
  return word_of(__hmul2(pair_of(bits), pair_of(biases)));
}

/// A pair of bf16 rounded to E4M3: two bytes.
__device__ inline std::uint16_t pair_as_float8(unsigned pair) {
  const float2 values = unpack_bf16(pair);
  return __nv_cvt_float2_to_fp8x2(values, __NV_SATFINITE, __NV_E4M3);
}

/// One value, likewise.
__device__ inline std::uint8_t as_float8(__nv_bfloat16 value) {
  return __nv_cvt_float_to_fp8(__bfloat162float(value), __NV_SATFINITE, __NV_E4M3);
}

/// Two bytes as a pair of f16, which is exact. One instruction from sm_89 on.
__device__ inline unsigned float8_as_f16(std::uint16_t pair) {
  const __half2_raw wide = __nv_cvt_fp8x2_to_halfraw2(pair, __NV_E4M3);
  return static_cast<unsigned>(wide.x) | static_cast<unsigned>(wide.y) << 16;
}

/// Two values rounded to f16, the first in the low half; and back.
__device__ inline unsigned pack_f16(float low, float high) {
  const __half2 pair = __floats2half2_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&pair);
}
__device__ inline float2 unpack_f16(unsigned word) {
  return __half22float2(*reinterpret_cast<const __half2*>(&word));
}

/// A pair of bf16 in f16, at most ±65504.
__device__ inline unsigned bf16_as_f16(unsigned pair) {
  const float2 values = unpack_bf16(pair);
  const __half2 most = __float2half2_rn(65504.0f),
                within = __hmax2(__hmin2(__floats2half2_rn(values.x, values.y), most), __hneg2(most));
  return *reinterpret_cast<const unsigned*>(&within);
}

}  // namespace tilescribe::kernels

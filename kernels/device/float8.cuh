// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <cuda_fp8.h>

#include "kernels/device/math.cuh"

/// Values in E4M3 (Micikevicius et al. 2022), as a key/value cache may hold them, and in bf16. Every kernel
/// rounds alike: to bf16 first, then to E4M3, at most ±448.
namespace tilescribe::kernels {

/// Bytes 0 and 2 of a word in E4M3 as a pair of bf16, which is exact. Their bits below bf16's sign, four
/// places up, are the value times 2⁻¹²⁰: the exponents' biases are 7 and 127.
__device__ inline unsigned even_float8_as_bf16(unsigned word) {
  const unsigned bits = (word & 0x007f007fu) << 4 | (word & 0x00800080u) << 8, biases = 0x7b807b80u;  // 2¹²⁰
  return word_of(__hmul2(pair_of(bits), pair_of(biases)));
}

/// Eight values in ascending order as four pairs of bf16.
__device__ inline uint4 float8_as_bf16(uint2 values) {
  const auto pair = [](unsigned word, unsigned bytes) {
    return even_float8_as_bf16(__byte_perm(word, 0, bytes));
  };
  constexpr unsigned first = 0x4140, second = 0x4342;  // bytes 0 and 1, or 2 and 3, in the even places
  return make_uint4(pair(values.x, first), pair(values.x, second), pair(values.y, first),
                    pair(values.y, second));
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

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_bf16.h>

#include "kernels/core/dtype.h"
#include "kernels/device/float8.cuh"
#include "kernels/device/math.cuh"

/// Weights in eight bits (eight_bit_layout.h) as bf16, which is exact.
namespace tilescribe::kernels {

/// Bytes 0 and 2 of a word as a pair of bf16. With 0x43 above it, the low seven bits are the fraction of
/// 128 + them, and the sign bit alone makes 128 or 256: the difference is the value.
__device__ inline unsigned even_int8_as_bf16(unsigned word) {
  const unsigned above = 0x43004300u;
  const unsigned low = (word & 0x007f007fu) | above, offset = (word & 0x00800080u) | above;
  return word_of(__hsub2(pair_of(low), pair_of(offset)));
}

/// Eight values: two words as stored to four pairs in ascending order.
template <DType stored>
__device__ inline uint4 as_bf16(unsigned first, unsigned second) {
  constexpr auto even = stored == DType::f8 ? even_float8_as_bf16 : even_int8_as_bf16;
  return make_uint4(even(first), even(first >> 8), even(second), even(second >> 8));
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_bf16.h>

namespace tilescribe::kernels {

/// A word as a pair of bf16, and back.
__device__ inline __nv_bfloat162 pair_of(unsigned word) {
  return *reinterpret_cast<const __nv_bfloat162*>(&word);
}
__device__ inline unsigned word_of(__nv_bfloat162 pair) {
  return *reinterpret_cast<const unsigned*>(&pair);
}

/// Rounds two values to bf16 and packs them in one word, the first in the low half.
__device__ inline unsigned pack_bf16(float low, float high) {
  return word_of(__floats2bfloat162_rn(low, high));
}

/// Its two values.
__device__ inline float2 unpack_bf16(unsigned word) {
  return {__uint_as_float(word << 16), __uint_as_float(word & 0xffff0000u)};
}

}  // namespace tilescribe::kernels

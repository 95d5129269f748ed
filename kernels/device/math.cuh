// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_bf16.h>

namespace tilescribe::kernels {

/// Rounds two values to bf16 and packs them in one word, the first in the low half.
__device__ inline unsigned pack_bf16(float low, float high) {
  const __nv_bfloat162 pair = __floats2bfloat162_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&pair);
}

}  // namespace tilescribe::kernels

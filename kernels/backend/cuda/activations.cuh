// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilescribe::kernels {

/// ½x(1 + erf(x/√2)), by erfc so that the far negative side keeps its digits.
inline __device__ float gelu_of(float x) {
  constexpr float half_root = 0.70710678118654752f;
  return 0.5f * x * erfcf(-x * half_root);
}

inline __device__ float silu_of(float x) {
  return x / (1.0f + expf(-x));
}

}  // namespace tilescribe::kernels

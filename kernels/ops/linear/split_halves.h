// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/ops/linear/skinny_linear.h"

namespace tilescribe::kernels {

/// Float32 values as sums of two bf16: high + low is x but for its last 8 bits.
struct SplitHalves {
  __nv_bfloat16* high = nullptr;  // [count]
  __nv_bfloat16* low = nullptr;   // [count], or null: x is only rounded
  const float* x = nullptr;       // [count]
  std::int64_t count = 0;
};
void launch_split_halves(const SplitHalves& op, CudaStream& stream);

}  // namespace tilescribe::kernels

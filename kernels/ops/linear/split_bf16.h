// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/ops/linear/skinny_linear.h"

namespace tilescribe::kernels {

/// float32 values as sums of two bf16: high + low is x except for its last 8 bits.
struct SplitBf16 {
  __nv_bfloat16* high = nullptr;  // [count]
  __nv_bfloat16* low = nullptr;   // [count], or null: only round x
  const float* x = nullptr;       // [count]
  std::int64_t count = 0;
};
void launch_split_bf16(const SplitBf16& op, CudaStream& stream);

}  // namespace tilescribe::kernels

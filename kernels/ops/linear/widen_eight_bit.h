// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/stream.h"
#include "kernels/device/types.h"

namespace tilescribe::kernels {

/// A weight in eight bits (eight_bit_layout.h) as bf16, for products of many rows. Every value is exact.
struct WidenEightBit {
  DType type;                     // i8 or f8
  __nv_bfloat16* wide = nullptr;  // [n, k]
  const void* stored = nullptr;
  int n = 0, k = 0;  // k is a multiple of 8
};
void launch_widen_eight_bit(const WidenEightBit& op, CudaStream& stream);

}  // namespace tilescribe::kernels

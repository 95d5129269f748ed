// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/stream.h"

namespace tilescribe::kernels {

/// A norm whose rows leave in E4M3, each with its scale: the bits of the norm in bf16 and of quantize_rows
/// behind it, in one kernel. norm_plan.h says for which widths.
struct NormRounded {
  void* rounded = nullptr;      // [rows, eight_bit_row_bytes(k)]
  float* scales = nullptr;      // [rows]
  const float* x = nullptr;     // [rows, k]
  const float* gain = nullptr;  // [k]
  const float* bias = nullptr;  // [k], layer norms only
  float eps = 1e-5f;
  int rows = 0, k = 0;
};
void launch_layer_norm_rounded(const NormRounded& op, CudaStream& stream);
void launch_rms_norm_rounded(const NormRounded& op, CudaStream& stream);

}  // namespace tilescribe::kernels

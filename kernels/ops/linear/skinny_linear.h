// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/stream.h"
#include "kernels/device/types.h"
#include "kernels/ops/linear/product_plan.h"

/// Matrix products of a decode step: 1 to 64 rows times a bf16 weight that is read once, in the file's
/// layout. A row's result has the same bits for any number of rows, so batching changes no ids.
namespace tilescribe::kernels {

/// Launches the product in one of skinny_configs, and nothing after it. Throws Error for a product that it
/// does not take.
void launch_skinny_linear(const Product& product, const Config& config, CudaStream& stream);

/// out = RMSNorm(x)·gain as bf16, with the same bits as the norm fused into launch_skinny_linear.
struct RmsNormBf16 {
  __nv_bfloat16* out = nullptr;  // [rows, k]
  const float* x = nullptr;      // [rows, k]
  const float* gain = nullptr;   // [k]
  float eps = 1e-5f;
  int rows = 0;
  int k = 0;  // a multiple of 8
};
void launch_rms_norm_bf16(const RmsNormBf16& op, CudaStream& stream);

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/stream.h"
#include "kernels/device/types.h"
#include "kernels/ops/linear/product.h"

/// Matrix products of a decode step: 1 to 64 rows times a bf16 weight that is read once, in the file's
/// layout. A row's result has the same bits for any number of rows, so batching changes no ids.
namespace tilescribe::kernels {

/// Launches the product and nothing after it. Throws Error for one that it does not support.
void launch_skinny_linear(const Product& product, CudaStream& stream);

/// Whether launch_skinny_linear norms inside the product; then `normed` is not needed.
bool skinny_norm_is_fused(std::int64_t rows, std::int64_t k);

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

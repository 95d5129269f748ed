// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/stream.h"
#include "kernels/ops/linear/skinny_result.cuh"

namespace tilescribe::kernels {

/// Launches a product of at most `rows` rows of x (32 or 64) for which product_plan.h proposes skinny_wgmma.
template <int rows, DType stored>
void launch_skinny_wgmma(const SkinnyArguments& op, CudaStream& stream);

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/linear/skinny_linear.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::kernels {

/// A decode step's product of the RMS-normed rows of x [rows, width], f32. Fills in the weight, the input and
/// the norm (inside the product or before it), and launches. `task` says what happens to the product.
void launch_normed_skinny(SkinnyLinear task, const Weight* weight, const ConstTensorView& x, const Norm& norm,
                          Runner& runner);

}  // namespace tilescribe::kernels

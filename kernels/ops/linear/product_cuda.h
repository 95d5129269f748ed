// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/linear/product.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::kernels {

/// The product of x [rows, in] with a weight, y dense. With an RMSNorm, x is f32 and its normed rows are
/// multiplied.
Product product_of(const ConstTensorView& x, const Weight* weight, Epilogue epilogue, const TensorView& y,
                   const Norm* norm = nullptr);

/// Launches a decode step's product, with scratch memory for normed rows if it needs some.
void run_skinny(Product product, Runner& runner);

}  // namespace tilescribe::kernels

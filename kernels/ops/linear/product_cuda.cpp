// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/product_cuda.h"

#include "kernels/ops/linear/skinny_linear.h"
#include "kernels/ops/linear/widen_eight_bit.h"

namespace tilescribe::kernels {

Product product_of(const ConstTensorView& x, const Weight* weight, Epilogue epilogue, const TensorView& y,
                   const Norm* norm) {
  Product product;
  product.rows = x.shape[0];
  product.n = weight->out();
  product.k = weight->in();
  product.x_row_stride = weight->in();
  if (norm == nullptr) {
    product.x = x.data;
  } else {
    product.residual = x.as<float>();
    product.gain = device(norm->gain).values();
    product.eps = norm->eps;
  }
  product.w = device(weight).data();
  product.scale = device(weight).scales();
  product.stored = weight->dtype();
  product.bias = device(weight).bias();
  product.epilogue = epilogue;
  product.y = y.data;
  product.y_row_stride = product.columns();
  return product;
}

void run_skinny(Product product, const Config& config, Runner& runner) {
  Tensor normed;
  if (product.residual != nullptr && !skinny_norm_is_fused(product.rows, product.k)) {
    normed = runner.activations({product.rows, product.k});
    product.normed = normed.view().data;
  }
  launch_skinny_linear(product, config, cuda(runner).stream());
}

Tensor widen_weight(Product& product, Runner& runner) {
  if (product.stored == DType::bf16) return {};
  Tensor wide = runner.tensor(DType::bf16, {product.n, product.k});
  launch_widen_eight_bit({.wide = bf16(wide.view()),
                     .stored = product.w,
                     .n = static_cast<int>(product.n),
                     .k = static_cast<int>(product.k)},
                    cuda(runner).stream());
  product.w = wide.view().data;
  product.stored = DType::bf16;
  product.w_is_fresh = true;
  return wide;
}

}  // namespace tilescribe::kernels

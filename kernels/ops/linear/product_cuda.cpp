// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/product_cuda.h"

#include "kernels/ops/linear/eight_bit_layout.h"
#include "kernels/ops/linear/quantize_rows.h"
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
  if (!in_eight_bits(product.stored)) return {};
  Tensor wide = runner.tensor(DType::bf16, {product.n, product.k});
  launch_widen_eight_bit({.type = product.stored,
                          .wide = bf16(wide.view()),
                          .stored = product.w,
                          .n = static_cast<int>(product.n),
                          .k = static_cast<int>(product.k)},
                         cuda(runner).stream());
  product.w = wide.view().data;
  product.stored = DType::bf16;
  product.w_is_fresh = true;
  return wide;
}

RoundedRows round_rows(Product& product, Runner& runner) {
  const std::int64_t row_bytes = eight_bit_row_bytes(product.k);
  RoundedRows rounded{runner.tensor(DType::f8, {product.rows, row_bytes}),
                      runner.tensor(DType::f32, {scales_of_rows(product.rows)})};
  launch_quantize_rows({.x = static_cast<const __nv_bfloat16*>(product.x),
                        .rounded = rounded.values.view().data,
                        .scales = rounded.scales.view().as<float>(),
                        .rows = product.rows,
                        .k = static_cast<int>(product.k)},
                       cuda(runner).stream());
  product.x = rounded.values.view().data;
  product.x_row_stride = row_bytes;
  product.x_scale = rounded.scales.view().as<float>();
  return rounded;
}

}  // namespace tilescribe::kernels

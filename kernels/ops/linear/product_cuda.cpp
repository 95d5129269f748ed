// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/product_cuda.h"

#include "kernels/ops/linear/eight_bit_layout.h"
#include "kernels/ops/linear/quantize_rows.h"
#include "kernels/ops/linear/skinny_linear.h"
#include "kernels/ops/linear/widen_eight_bit.h"
#include "kernels/ops/norm/norm_rounded.h"

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

namespace {

/// Memory for a product's rows in E4M3, which it takes.
RoundedRows take_rounded(Product& product, Runner& runner) {
  const std::int64_t row_bytes = eight_bit_row_bytes(product.k);
  RoundedRows rounded{runner.tensor(DType::f8, {product.rows, row_bytes}),
                      runner.tensor(DType::f32, {scales_of_rows(product.rows)})};
  product.x = rounded.values.view().data;
  product.x_row_stride = row_bytes;
  product.x_scale = rounded.scales.view().as<float>();
  return rounded;
}

}  // namespace

RoundedRows round_rows(Product& product, Runner& runner) {
  const auto* const x = static_cast<const __nv_bfloat16*>(product.x);
  RoundedRows rounded = take_rounded(product, runner);
  launch_quantize_rows({.x = x,
                        .rounded = rounded.values.view().data,
                        .scales = rounded.scales.view().as<float>(),
                        .rows = product.rows,
                        .k = static_cast<int>(product.k)},
                       cuda(runner).stream());
  return rounded;
}

RoundedRows round_normed_rows(const Norm& norm, const ConstTensorView& x, Product& product, Runner& runner) {
  RoundedRows rounded = take_rounded(product, runner);
  const NormRounded op{.rounded = rounded.values.view().data,
                       .scales = rounded.scales.view().as<float>(),
                       .x = x.as<float>(),
                       .gain = device(norm.gain).values(),
                       .bias = norm.kind == NormKind::layer ? device(norm.bias).values() : nullptr,
                       .eps = norm.eps,
                       .rows = static_cast<int>(product.rows),
                       .k = static_cast<int>(product.k)};
  CudaStream& stream = cuda(runner).stream();
  norm.kind == NormKind::layer ? launch_layer_norm_rounded(op, stream) : launch_rms_norm_rounded(op, stream);
  return rounded;
}

}  // namespace tilescribe::kernels

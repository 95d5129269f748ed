// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/conv1d/conv1d.h"
#include "kernels/ops/linear/gemm.h"
#include "kernels/ops/linear/product_cuda.h"

namespace tilescribe::kernels {
namespace {

Epilogue epilogue_of(DType y) {
  return y == DType::f32 ? Epilogue::gelu_f32 : Epilogue::gelu_bf16;
}

ProductSizes sizes_of(const ConvGelu::Problem& p) {
  if (p.x != DType::bf16) return {};
  return {.rows = p.frames_out(),
          .n = p.out,
          .k = ConvGelu::taps * p.in,
          .batches = p.windows,
          .epilogue = epilogue_of(p.y)};
}

// Three consecutive frames of a time-major window are one contiguous row. So the convolution is a matrix
// product whose rows begin `stride` frames apart and overlap.
template <auto gemm>
void conv_gelu(const ConvGelu& op, const Config& config, Runner& runner) {
  const std::int64_t in = op.x.shape[1];
  Product product = product_of(op.x, op.weight, epilogue_of(op.y.dtype), op.y.rows(op.y_first(), 1));
  product.rows = op.problem().frames_out();
  product.x_row_stride = op.stride * in;
  product.batches = op.windows;
  product.x_batch_stride = op.x.shape[0] / op.windows * in;
  product.y_batch_stride = op.y_rows() * op.weight->out();
  gemm(product, config, cuda(runner).stream());
}

}  // namespace

void register_conv1d_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::tuned_name;
  registry.add<ConvGelu>({"wgmma", engine, by_wgmma(), wgmma_configs<sizes_of>, conv_gelu<gemm_sm90>});
  registry.add<ConvGelu>({"mma", engine, by_mma(), mma_configs<sizes_of>, conv_gelu<gemm_sm80>});
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cublaslt.h"
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/linear/gemm.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/linear/product_cuda.h"
#include "kernels/ops/linear/split_bf16.h"

namespace tilescribe::kernels {
namespace {

constexpr const char* engine = CudaBackend::tuned_name;

Product product_of(const Linear& op) {
  return product_of(op.x, op.weight, op.y.dtype == DType::f32 ? Epilogue::store_f32 : Epilogue::store_bf16,
                    op.y);
}
Product product_of(const LinearGelu& op) {
  return product_of(op.x, op.weight, op.y.dtype == DType::f32 ? Epilogue::gelu_f32 : Epilogue::gelu_bf16,
                    op.y);
}
Product product_of(const LinearResidual& op) {
  return product_of(op.x, op.weight, Epilogue::residual_f32, op.residual);
}

// ---- Many rows: tiles on the tensor cores ----

template <class Problem>
bool tiles_take(const Problem& p, const Device&) {
  return p.rows_of == RowsOf::sequences && p.x == DType::bf16 && multiple_of(8, p.out) &&
         multiple_of(8, p.in);
}

template <auto gemm, class T>
void tiles(const T& op, Runner& runner) {
  gemm(product_of(op), cuda(runner).stream());
}

// ---- A decode step: the weight is read once, in the file's layout ----

template <class Problem>
bool skinny_takes(const Problem& p, const Device&) {
  return p.rows_of == RowsOf::step && p.rows <= most_step_rows && p.x == DType::bf16 &&
         multiple_of(8, p.out) && multiple_of(8, p.in);
}

template <class T>
void skinny(const T& op, Runner& runner) {
  run_skinny(product_of(op), runner);
}

// ---- float32 rows as the sum of two bf16 values, which keeps 16 of their 24 bits ----

bool split_takes(const Linear::Problem& p, const Device&) {
  return p.x == DType::f32 && p.y == DType::f32;
}

template <auto gemm>
void linear_split(const Linear& op, Runner& runner) {
  const Tensor high = runner.tensor(DType::bf16, op.x.shape), low = runner.tensor(DType::bf16, op.x.shape);
  launch_split_bf16(
      {.high = bf16(high.view()), .low = bf16(low.view()), .x = op.x.as<float>(), .count = op.x.elements()},
      cuda(runner).stream());
  gemm(product_of(high, op.weight, Epilogue::store_f32, op.y), cuda(runner).stream());
  Product rest = product_of(low, op.weight, Epilogue::residual_f32, op.y);
  rest.bias = nullptr;
  gemm(rest, cuda(runner).stream());
}

bool split_takes_tiles(const Linear::Problem& p, const Device& device) {
  return split_takes(p, device) && multiple_of(8, p.out) && multiple_of(8, p.in);
}

// Shapes without a tile: x is rounded once.
void linear_rounded(const Linear& op, Runner& runner) {
  const Tensor rounded = runner.tensor(DType::bf16, op.x.shape);
  launch_split_bf16(
      {.high = bf16(rounded.view()), .low = nullptr, .x = op.x.as<float>(), .count = op.x.elements()},
      cuda(runner).stream());
  runner.run(Linear{op.y, rounded, op.weight, op.rows});
}

// ---- NVIDIA's library, for comparison ----

template <class Problem>
bool cublaslt_takes(const Problem& p, const Device& device) {
  return p.x == DType::bf16 && p.y == DType::f32 && multiple_of(8, p.out) && multiple_of(8, p.in) &&
         cuda(device).cublaslt() != nullptr;
}

template <class T>
void cublaslt(const T& op, Runner& runner) {
  cuda(runner).cublaslt()->gemm(product_of(op), cuda(runner).stream());
}

}  // namespace

void register_linear_cuda(Registry& registry) {
  registry.add<Linear>({"skinny", engine, skinny_takes<Linear::Problem>, skinny});
  registry.add<Linear>({"wgmma", engine, with_wgmma<tiles_take<Linear::Problem>>, tiles<gemm_sm90>});
  registry.add<Linear>({"mma", engine, tiles_take<Linear::Problem>, tiles<gemm_sm80>});
  registry.add<Linear>({"cublaslt", engine, cublaslt_takes<Linear::Problem>, cublaslt});
  registry.add<Linear>({"wgmma_split_bf16", engine, with_wgmma<split_takes_tiles>, linear_split<gemm_sm90>});
  registry.add<Linear>({"mma_split_bf16", engine, split_takes_tiles, linear_split<gemm_sm80>});
  registry.add<Linear>({"rounded", engine, split_takes, linear_rounded});
  registry.add<LinearGelu>({"wgmma", engine, with_wgmma<tiles_take<LinearGelu::Problem>>, tiles<gemm_sm90>});
  registry.add<LinearGelu>({"mma", engine, tiles_take<LinearGelu::Problem>, tiles<gemm_sm80>});
  registry.add<LinearGelu>({"default", engine, always<LinearGelu::Problem>, linear_gelu_default});
  registry.add<LinearResidual>({"skinny", engine, skinny_takes<LinearResidual::Problem>, skinny});
  registry.add<LinearResidual>(
      {"wgmma", engine, with_wgmma<tiles_take<LinearResidual::Problem>>, tiles<gemm_sm90>});
  registry.add<LinearResidual>({"mma", engine, tiles_take<LinearResidual::Problem>, tiles<gemm_sm80>});
  registry.add<LinearResidual>({"cublaslt", engine, cublaslt_takes<LinearResidual::Problem>, cublaslt});
  registry.add<LinearResidual>({"default", engine, always<LinearResidual::Problem>, linear_residual_default});
}

}  // namespace tilescribe::kernels

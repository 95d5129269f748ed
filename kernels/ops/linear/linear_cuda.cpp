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

Epilogue epilogue_of(const Linear::Problem& p) {
  return p.y == DType::f32 ? Epilogue::store_f32 : Epilogue::store_bf16;
}
Epilogue epilogue_of(const LinearGelu::Problem& p) {
  return p.y == DType::f32 ? Epilogue::gelu_f32 : Epilogue::gelu_bf16;
}
Epilogue epilogue_of(const LinearResidual::Problem&) {
  return Epilogue::residual_f32;
}

Product product_of(const LinearResidual& op) {
  return product_of(op.x, op.weight, epilogue_of(op.problem()), op.residual);
}
template <class T>
Product product_of(const T& op) {
  return product_of(op.x, op.weight, epilogue_of(op.problem()), op.y);
}

template <RowsOf of, class Problem>
ProductSizes sizes_of(const Problem& p) {
  if (p.rows_of != of || p.x != DType::bf16) return {};
  return {.rows = p.rows, .n = p.out, .k = p.in, .epilogue = epilogue_of(p), .stored = p.weights.dtype};
}

// ---- Many rows: tiles on the tensor cores ----

template <auto gemm, class T>
void tiles(const T& op, const Config& config, Runner& runner) {
  run_tiles<gemm>(product_of(op), config, runner);
}

// ---- A decode step: the weight is read once, in the file's layout ----

template <class T>
void skinny(const T& op, const Config& config, Runner& runner) {
  run_skinny(product_of(op), config, runner);
}

// ---- float32 rows as the sum of two bf16 values, which keeps 16 of their 24 bits ----

ProductSizes split_sizes(const Linear::Problem& p) {
  if (p.x != DType::f32 || p.y != DType::f32) return {};
  return {.rows = p.rows, .n = p.out, .k = p.in};
}

template <auto gemm>
void linear_split(const Linear& op, const Config& config, Runner& runner) {
  const Tensor high = runner.tensor(DType::bf16, op.x.shape), low = runner.tensor(DType::bf16, op.x.shape);
  launch_split_bf16(
      {.high = bf16(high.view()), .low = bf16(low.view()), .x = op.x.as<float>(), .count = op.x.elements()},
      cuda(runner).stream());
  Product first = product_of(high, op.weight, Epilogue::store_f32, op.y);
  const Tensor wide = widen_weight(first, runner);
  gemm(first, config, cuda(runner).stream());
  Product rest = first;
  rest.x = low.view().data;
  rest.epilogue = Epilogue::residual_f32;
  rest.bias = nullptr;
  gemm(rest, config, cuda(runner).stream());
}

// Shapes without a tile: x is rounded once.
bool rounded_takes(const Linear::Problem& p, const Device&) {
  return p.x == DType::f32 && p.y == DType::f32;
}

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
  return p.x == DType::bf16 && p.y == DType::f32 && p.weights.dtype == DType::bf16 && multiple_of(8, p.out) &&
         multiple_of(8, p.in) && cuda(device).cublaslt() != nullptr;
}

template <class T>
void cublaslt(const T& op, Runner& runner) {
  cuda(runner).cublaslt()->gemm(product_of(op), cuda(runner).stream());
}

}  // namespace

void register_linear_cuda(Registry& registry) {
  const Message split("For float32 rows: two products of bf16 values, which keep 16 of their 24 bits.");
  const Message library("NVIDIA's library cuBLASLt, to compare with.");
  add_step<Linear, sizes_of<RowsOf::step, Linear::Problem>>(registry, skinny);
  add_tiles<Linear, sizes_of<RowsOf::sequences, Linear::Problem>>(registry, tiles<gemm_sm90>,
                                                                  tiles<gemm_sm80>);
  registry.add<Linear>({"cublaslt", engine, library, cublaslt_takes<Linear::Problem>, cublaslt});
  registry.add<Linear>(
      {"wgmma_split_bf16", engine, split, wgmma_configs<split_sizes>, linear_split<gemm_sm90>});
  registry.add<Linear>({"mma_split_bf16", engine, split, mma_configs<split_sizes>, linear_split<gemm_sm80>});
  registry.add<Linear>(
      {"rounded", engine,
       Message("For float32 rows of a size that no tile fits: rounded to bf16 first; on every GPU."),
       rounded_takes, linear_rounded});
  add_tiles<LinearGelu, sizes_of<RowsOf::sequences, LinearGelu::Problem>>(registry, tiles<gemm_sm90>,
                                                                          tiles<gemm_sm80>);
  add_step<LinearResidual, sizes_of<RowsOf::step, LinearResidual::Problem>>(registry, skinny);
  add_tiles<LinearResidual, sizes_of<RowsOf::sequences, LinearResidual::Problem>>(registry, tiles<gemm_sm90>,
                                                                                  tiles<gemm_sm80>);
  registry.add<LinearResidual>(
      {"cublaslt", engine, library, cublaslt_takes<LinearResidual::Problem>, cublaslt});
}

}  // namespace tilescribe::kernels

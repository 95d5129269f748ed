// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cublaslt.h"
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/linear/gemm.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/linear/skinny_linear.h"
#include "kernels/ops/linear/split_bf16.h"

namespace tilescribe::kernels {
namespace {

constexpr const char* engine = CudaBackend::tuned_name;

// ---- Many rows: tiles on the tensor cores ----

template <class Problem>
bool tiles_take(const Problem& p, const Device&) {
  return !p.step && p.x == DType::bf16 && multiple_of(8, p.out) && multiple_of(8, p.in);
}

template <auto gemm>
void linear(const Linear& op, Runner& runner) {
  gemm(task_of(op.x, op.weight, op.y, op.y.dtype == DType::f32 ? Epilogue::store_f32 : Epilogue::store_bf16),
       cuda(runner).stream());
}

template <auto gemm>
void linear_gelu(const LinearGelu& op, Runner& runner) {
  gemm(task_of(op.x, op.weight, op.y, op.y.dtype == DType::f32 ? Epilogue::gelu_f32 : Epilogue::gelu_bf16),
       cuda(runner).stream());
}

template <auto gemm>
void linear_residual(const LinearResidual& op, Runner& runner) {
  gemm(task_of(op.x, op.weight, op.residual, Epilogue::residual_f32), cuda(runner).stream());
}

// ---- A decode step: the weight is read once, in the file's layout ----

template <class Problem>
bool skinny_takes(const Problem& p, const Device&) {
  return p.step && p.rows <= most_step_rows && p.x == DType::bf16 && multiple_of(8, p.out) &&
         multiple_of(8, p.in);
}

void skinny(const ConstTensorView& x, const Weight* weight, SkinnyResult result, void* y, Runner& runner) {
  SkinnyLinear task;
  task.w = bf16(weight);
  task.bias = device(weight).bias();
  task.rows = static_cast<int>(x.shape[0]);
  task.n = static_cast<int>(weight->out());
  task.k = static_cast<int>(weight->in());
  task.x = bf16(x);
  task.result = result;
  task.y = y;
  launch_skinny_linear(task, cuda(runner).stream());
}

void linear_skinny(const Linear& op, Runner& runner) {
  skinny(op.x, op.weight, op.y.dtype == DType::f32 ? SkinnyResult::store_f32 : SkinnyResult::store_bf16,
         op.y.data, runner);
}
void linear_residual_skinny(const LinearResidual& op, Runner& runner) {
  skinny(op.x, op.weight, SkinnyResult::residual_f32, op.residual.data, runner);
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
  gemm(task_of(high, op.weight, op.y, Epilogue::store_f32), cuda(runner).stream());
  GemmTask rest = task_of(low, op.weight, op.y, Epilogue::residual_f32);
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
  runner.run(Linear{op.y, rounded, op.weight});
}

// ---- NVIDIA's library, for comparison ----

template <class Problem>
bool cublaslt_takes(const Problem& p, const Device& device) {
  return p.x == DType::bf16 && p.y == DType::f32 && multiple_of(8, p.out) && multiple_of(8, p.in) &&
         cuda(device).cublaslt() != nullptr;
}

void linear_cublaslt(const Linear& op, Runner& runner) {
  cuda(runner).cublaslt()->gemm(task_of(op.x, op.weight, op.y, Epilogue::store_f32), cuda(runner).stream());
}
void linear_residual_cublaslt(const LinearResidual& op, Runner& runner) {
  cuda(runner).cublaslt()->gemm(task_of(op.x, op.weight, op.residual, Epilogue::residual_f32),
                                cuda(runner).stream());
}

}  // namespace

void register_linear_cuda(Registry& registry) {
  const Message split("For float32 rows: two products of bf16 values, which keep 16 of their 24 bits.");
  const Message library("NVIDIA's library cuBLASLt, to compare with.");
  registry.add<Linear>({"skinny", engine, by_skinny(), skinny_takes<Linear::Problem>, linear_skinny});
  registry.add<Linear>(
      {"wgmma", engine, by_wgmma(), with_wgmma<tiles_take<Linear::Problem>>, linear<gemm_sm90>});
  registry.add<Linear>({"mma", engine, by_mma(), tiles_take<Linear::Problem>, linear<gemm_sm80>});
  registry.add<Linear>({"cublaslt", engine, library, cublaslt_takes<Linear::Problem>, linear_cublaslt});
  registry.add<Linear>(
      {"wgmma_split_bf16", engine, split, with_wgmma<split_takes_tiles>, linear_split<gemm_sm90>});
  registry.add<Linear>({"mma_split_bf16", engine, split, split_takes_tiles, linear_split<gemm_sm80>});
  registry.add<Linear>(
      {"rounded", engine,
       Message("For float32 rows of a size that no tile fits: rounded to bf16 first; on every GPU."),
       split_takes, linear_rounded});
  registry.add<LinearGelu>(
      {"wgmma", engine, by_wgmma(), with_wgmma<tiles_take<LinearGelu::Problem>>, linear_gelu<gemm_sm90>});
  registry.add<LinearGelu>(
      {"mma", engine, by_mma(), tiles_take<LinearGelu::Problem>, linear_gelu<gemm_sm80>});
  registry.add<LinearGelu>({"default", engine, composed(), always<LinearGelu::Problem>, linear_gelu_default});
  registry.add<LinearResidual>(
      {"skinny", engine, by_skinny(), skinny_takes<LinearResidual::Problem>, linear_residual_skinny});
  registry.add<LinearResidual>({"wgmma", engine, by_wgmma(), with_wgmma<tiles_take<LinearResidual::Problem>>,
                                linear_residual<gemm_sm90>});
  registry.add<LinearResidual>(
      {"mma", engine, by_mma(), tiles_take<LinearResidual::Problem>, linear_residual<gemm_sm80>});
  registry.add<LinearResidual>(
      {"cublaslt", engine, library, cublaslt_takes<LinearResidual::Problem>, linear_residual_cublaslt});
  registry.add<LinearResidual>(
      {"default", engine, composed(), always<LinearResidual::Problem>, linear_residual_default});
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/linear/gemm.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/linear/product_cuda.h"
#include "kernels/ops/mlp/mlp.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::kernels {
namespace {

// ---- Many rows: the gate in the product's epilogue ----

bool tiles_take(const NormGatedMlp::Problem& p, const Device&) {
  return p.rows_of == RowsOf::sequences && multiple_of(8, p.width) && multiple_of(64, p.hidden);
}

template <auto gemm>
void norm_then_tiles(const NormGatedMlp& op, Runner& runner) {
  const std::int64_t rows = op.x.shape[0], hidden = op.down->in();
  const Tensor normed = runner.activations(op.x.shape), gated = runner.activations({rows, hidden});
  runner.run(RmsNorm{normed, op.x, op.norm.gain, op.norm.eps});
  gemm(product_of(normed, op.gate_up, Epilogue::gated_silu_bf16, gated), cuda(runner).stream());
  runner.run(LinearResidual{op.x, gated, op.down, op.rows});
}

// ---- A decode step: the norm is also part of the product ----

bool skinny_takes(const NormGatedMlp::Problem& p, const Device&) {
  return p.rows_of == RowsOf::step && p.rows <= most_step_rows && multiple_of(8, p.width) &&
         multiple_of(8, p.hidden);
}

void skinny(const NormGatedMlp& op, Runner& runner) {
  const std::int64_t rows = op.x.shape[0], hidden = op.down->in();
  const Tensor gated = runner.activations({rows, hidden});
  run_skinny(product_of(op.x, op.gate_up, Epilogue::gated_silu_bf16, gated, &op.norm), runner);
  runner.run(LinearResidual{op.x, gated, op.down, op.rows});
}

}  // namespace

void register_mlp_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::tuned_name;
  registry.add<NormMlp>({"default", engine, always<NormMlp::Problem>, norm_mlp_default});
  registry.add<NormGatedMlp>({"skinny", engine, skinny_takes, skinny});
  registry.add<NormGatedMlp>({"wgmma", engine, with_wgmma<tiles_take>, norm_then_tiles<gemm_sm90>});
  registry.add<NormGatedMlp>({"mma", engine, tiles_take, norm_then_tiles<gemm_sm80>});
  registry.add<NormGatedMlp>({"default", engine, always<NormGatedMlp::Problem>, norm_gated_mlp_default});
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/linear/gemm.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/linear/product_cuda.h"
#include "kernels/ops/mlp/mlp.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::kernels {
namespace {

// The product of gate and up. A decode step's has the norm inside.
template <RowsOf of>
ProductSizes sizes_of(const NormGatedMlp::Problem& p) {
  if (p.rows_of != of) return {};
  return {.rows = p.rows,
          .n = 2 * p.hidden,
          .k = p.width,
          .epilogue = Epilogue::gated_silu_bf16,
          .normed = of == RowsOf::step,
          .stored = p.weights.dtype};
}

// ---- Many rows: the gate in the product's epilogue ----

template <auto gemm>
void norm_then_tiles(const NormGatedMlp& op, const Config& config, Runner& runner) {
  const std::int64_t rows = op.x.shape[0], hidden = op.down->in();
  const Tensor normed = runner.activations(op.x.shape), gated = runner.activations({rows, hidden});
  runner.run(RmsNorm{normed, op.x, op.norm.gain, op.norm.eps});
  run_tiles<gemm>(product_of(normed, op.gate_up, Epilogue::gated_silu_bf16, gated), config, runner);
  runner.run(LinearResidual{op.x, gated, op.down, op.rows});
}

// ---- A decode step: the norm is also part of the product ----

void skinny(const NormGatedMlp& op, const Config& config, Runner& runner) {
  const std::int64_t rows = op.x.shape[0], hidden = op.down->in();
  const Tensor gated = runner.activations({rows, hidden});
  run_skinny(product_of(op.x, op.gate_up, Epilogue::gated_silu_bf16, gated, &op.norm), config, runner);
  runner.run(LinearResidual{op.x, gated, op.down, op.rows});
}

}  // namespace

void register_mlp_cuda(Registry& registry) {
  add_step<NormGatedMlp, sizes_of<RowsOf::step>>(registry, skinny);
  add_tiles<NormGatedMlp, sizes_of<RowsOf::sequences>>(registry, norm_then_tiles<gemm_sm90>,
                                                       norm_then_tiles<gemm_sm80>);
}

}  // namespace tilescribe::kernels

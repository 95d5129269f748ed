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
  const Tensor gated = runner.activations({rows, hidden});
  run_normed_tiles<gemm>(op.norm, op.x, product_of(op.x, op.gate_up, Epilogue::gated_silu_bf16, gated),
                         config, runner);
  runner.run(LinearResidual{op.x, gated, op.down, op.rows});
}

// ---- With weights in f8, the norm rounds its rows ----

ProductSizes rounded_sizes(const NormMlp::Problem& p) {
  const bool takes = p.rows_of == RowsOf::sequences && p.activation == DType::bf16 &&
                     p.weights.dtype == DType::f8 && layer_norm_rounds(p.width);
  if (!takes) return {};
  return {.rows = p.rows, .n = p.hidden, .k = p.width, .epilogue = Epilogue::gelu_bf16, .stored = DType::f8};
}

void norm_rounded_then_tiles(const NormMlp& op, const Config& config, Runner& runner) {
  const Tensor hidden = runner.activations({op.x.shape[0], op.fc1->out()});
  run_normed_tiles<gemm_sm90>(op.norm, op.x, product_of(op.x, op.fc1, Epilogue::gelu_bf16, hidden), config,
                              runner);
  runner.run(LinearResidual{op.x, hidden, op.fc2, op.rows});
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
  registry.add<NormMlp>(
      {"wgmma_norm_rounded", CudaBackend::tuned_name,
       Message("For many rows with weights in fp8: the norm writes its rows in fp8; on H100 and H200."),
       wgmma_configs<rounded_sizes>, norm_rounded_then_tiles});
}

}  // namespace tilescribe::kernels

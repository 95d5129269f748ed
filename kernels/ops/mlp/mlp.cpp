// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/mlp/mlp.h"

#include "kernels/ops/elementwise/elementwise.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {
namespace {

/// Cost with `matrices` products between width and hidden.
Cost mlp_cost(const MlpProblem& p, std::int64_t matrices) {
  return {.flops = 2 * matrices * p.rows * p.width * p.hidden + 8 * p.rows * p.width + 14 * p.rows * p.hidden,
          .bytes = p.weights.bytes + 8 * p.rows * p.width};
}

}  // namespace

Cost cost(const NormMlp::Problem& p) {
  return mlp_cost(p, 2);
}
Cost cost(const NormGatedMlp::Problem& p) {
  return mlp_cost(p, 3);
}

std::string describe(const MlpProblem& p) {
  ProblemText text{{"rows", p.rows}, {"width", p.width}, {"hidden", p.hidden}};
  return text.rows_of(p.rows_of).type(p.activation);
}

// The inner ops fuse what pays on a CPU: bias, GELU and residual with the products.
void norm_mlp_default(const NormMlp& op, Runner& runner) {
  const Tensor normed = runner.tensor(op.activation, op.x.shape);
  runner.run(LayerNorm{normed, op.x, op.norm.gain, op.norm.bias, op.norm.eps});
  const Tensor hidden = runner.tensor(op.activation, {op.x.shape[0], op.fc1->out()});
  runner.run(LinearGelu{hidden, normed, op.fc1, op.rows});
  runner.run(LinearResidual{op.x, hidden, op.fc2, op.rows});
}

void norm_gated_mlp_default(const NormGatedMlp& op, Runner& runner) {
  const std::int64_t rows = op.x.shape[0];
  const Tensor normed = runner.tensor(op.activation, op.x.shape);
  runner.run(RmsNorm{normed, op.x, op.norm.gain, op.norm.eps});
  const Tensor gate_up = runner.tensor(DType::f32, {rows, op.gate_up->out()});
  runner.run(Linear{gate_up, normed, op.gate_up, op.rows});
  const Tensor hidden = runner.tensor(op.activation, {rows, op.down->in()});
  runner.run(GatedSilu{hidden, gate_up});
  runner.run(LinearResidual{op.x, hidden, op.down, op.rows});
}

}  // namespace tilescribe::kernels

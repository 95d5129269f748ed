// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/mlp/mlp.h"

#include "kernels/check/case_builder.h"
#include "kernels/ops/elementwise/elementwise.h"
#include "kernels/ops/layer_norm/layer_norm.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/problem_text.h"
#include "kernels/ops/rms_norm/rms_norm.h"

namespace tilescribe::kernels {
namespace {

/// Of `matrices` products between width and hidden.
Cost mlp_cost(const MlpProblem& p, std::int64_t matrices) {
  return {.flops = 2 * matrices * p.rows * p.width * p.hidden + 8 * p.rows * p.width + 14 * p.rows * p.hidden,
          .bytes = p.weight_bytes + 8 * p.rows * p.width};
}

template <class Problem>
std::vector<Problem> problems() {
  std::vector<Problem> list;
  for (const MlpProblem& p : {MlpProblem{1, 1, 2},
                              {1, 17, 34},
                              {3, 65, 96},
                              {8, 384, 1024},
                              {1, 384, 1536},
                              {33, 100, 130},
                              {65, 64, 256},
                              {5, 1280, 2560}})
    list.push_back({p});
  return list;
}

}  // namespace

Cost cost(const NormMlp::Problem& p) {
  return mlp_cost(p, 2);
}
Cost cost(const NormGatedMlp::Problem& p) {
  return mlp_cost(p, 3);
}

std::string describe(const MlpProblem& p) {
  ProblemText text;
  text.size("rows", p.rows).size("width", p.width).size("hidden", p.hidden);
  if (p.step) text.word("step");
  return text.type(p.activation);
}

std::vector<NormMlp::Problem> check_problems(Op<NormMlp>) {
  return problems<NormMlp::Problem>();
}
std::vector<NormGatedMlp::Problem> check_problems(Op<NormGatedMlp>) {
  auto list = problems<NormGatedMlp::Problem>();
  for (const std::int64_t rows : {1, 7, 16, 33, 64}) list.push_back({{rows, 384, 1024, DType::f32, true}});
  list.push_back({{2, 2048, 640, DType::f32, true}});
  return list;
}

NormMlp build_case(const NormMlp::Problem& p, CaseBuilder& builder) {
  NormMlp op;
  op.x = builder.updated(DType::f32, {p.rows, p.width});
  op.norm.kind = NormKind::layer;
  op.norm.gain = builder.weight(WeightRole::vector, {p.width});
  op.norm.bias = builder.weight(WeightRole::vector, {p.width});
  op.fc1 = builder.weight(WeightRole::matrix, {p.hidden, p.width}, true);
  op.fc2 = builder.weight(WeightRole::matrix, {p.width, p.hidden}, true);
  op.activation = builder.activation();
  return op;
}

NormGatedMlp build_case(const NormGatedMlp::Problem& p, CaseBuilder& builder) {
  NormGatedMlp op;
  op.x = builder.updated(DType::f32, {p.rows, p.width});
  op.norm.kind = NormKind::rms;
  op.norm.gain = builder.weight(WeightRole::vector, {p.width});
  op.gate_up = builder.weight(WeightRole::gate_up, {2 * p.hidden, p.width});
  op.down = builder.weight(WeightRole::matrix, {p.width, p.hidden});
  op.activation = builder.activation();
  op.step = p.step;
  return op;
}

void norm_mlp_default(const NormMlp& op, Runner& runner) {
  const Tensor normed = runner.tensor(op.activation, op.x.shape);
  runner.run(LayerNorm{normed, op.x, op.norm.gain, op.norm.bias, op.norm.eps});
  const Tensor hidden = runner.tensor(op.activation, {op.x.shape[0], op.fc1->out()});
  runner.run(LinearGelu{hidden, normed, op.fc1});
  runner.run(LinearResidual{op.x, hidden, op.fc2});
}

void norm_gated_mlp_default(const NormGatedMlp& op, Runner& runner) {
  const std::int64_t rows = op.x.shape[0];
  const Tensor normed = runner.tensor(op.activation, op.x.shape);
  runner.run(RmsNorm{normed, op.x, op.norm.gain, op.norm.eps});
  const Tensor gate_up = runner.tensor(DType::f32, {rows, op.gate_up->out()});
  runner.run(Linear{gate_up, normed, op.gate_up});
  const Tensor hidden = runner.tensor(op.activation, {rows, op.down->in()});
  runner.run(GatedSilu{hidden, gate_up});
  runner.run(LinearResidual{op.x, hidden, op.down, op.step});
}

}  // namespace tilescribe::kernels

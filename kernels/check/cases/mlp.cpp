// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/mlp/mlp.h"

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {
namespace {

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

std::vector<NormMlp::Problem> check_problems(Op<NormMlp>) {
  return problems<NormMlp::Problem>();
}
std::vector<NormGatedMlp::Problem> check_problems(Op<NormGatedMlp>) {
  auto list = problems<NormGatedMlp::Problem>();
  for (const std::int64_t rows : {1, 7, 16, 33, 64})
    list.push_back({{rows, 384, 1024, DType::f32, RowsOf::step}});
  list.push_back({{2, 2048, 640, DType::f32, RowsOf::step}});
  list.push_back({{203, 136, 192}});  // several tiles of any size
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
  op.rows = builder.rows_of(p.rows_of, p.rows);
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
  op.rows = builder.rows_of(p.rows_of, p.rows);
  return op;
}

std::vector<NormMlp::Problem> bench_problems(Op<NormMlp>, const Batching& batching) {
  std::vector<NormMlp::Problem> list;
  for (const std::int64_t count : windows(batching))
    list.push_back({{count * encoder::positions, encoder::width, encoder::hidden, DType::bf16}});
  return list;
}

std::vector<NormGatedMlp::Problem> bench_problems(Op<NormGatedMlp>, const Batching& batching) {
  std::vector<NormGatedMlp::Problem> list{{{decoder::prompt, decoder::width, decoder::hidden, DType::bf16}}};
  for (const std::int64_t rows : decode_rows(batching))
    list.push_back(of_step(NormGatedMlp::Problem{{rows, decoder::width, decoder::hidden, DType::bf16}}));
  return list;
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/elementwise/elementwise.h"

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {
namespace {

constexpr float spread = 4.0f;  // inputs reach ±14, so the flat ends of GELU and SiLU are included

template <class Problem>
std::vector<Problem> problems() {
  std::vector<Problem> list;
  for (const ElementwiseProblem& p : {ElementwiseProblem{1, 1},
                                      {1, 3, DType::bf16},
                                      {4, 16},
                                      {2, 65, DType::bf16},
                                      {7, 127},
                                      {5, 384, DType::bf16},
                                      {1, 5120, DType::bf16},
                                      {33, 1280}})
    list.push_back({p});
  return list;
}

}  // namespace

std::vector<Gelu::Problem> check_problems(Op<Gelu>) {
  auto list = problems<Gelu::Problem>();
  list.push_back({{4, 65}, true});
  list.push_back({{3, 384, DType::bf16}, true});
  return list;
}
std::vector<GatedSilu::Problem> check_problems(Op<GatedSilu>) {
  return problems<GatedSilu::Problem>();
}
std::vector<Add::Problem> check_problems(Op<Add>) {
  return problems<Add::Problem>();
}

Gelu build_case(const Gelu::Problem& p, CaseBuilder& builder) {
  Gelu op;
  op.tanh = p.tanh;
  if (p.rows % 2 == 0 && p.dtype == DType::f32) {  // in place
    op.y = builder.updated(DType::f32, {p.rows, p.width}, spread);
    op.x = op.y;
    return op;
  }
  op.x = builder.input(DType::f32, {p.rows, p.width}, spread);
  op.y = builder.output(builder.result_dtype(p.dtype), {p.rows, p.width});
  return op;
}

GatedSilu build_case(const GatedSilu::Problem& p, CaseBuilder& builder) {
  GatedSilu op;
  op.gate_up = builder.input(DType::f32, {p.rows, 2 * p.width}, spread);
  op.y = builder.output(builder.activation(), {p.rows, p.width});
  return op;
}

Add build_case(const Add::Problem& p, CaseBuilder& builder) {
  Add op;
  op.x = builder.input(DType::f32, {p.rows, p.width});
  op.y = builder.updated(DType::f32, {p.rows, p.width});
  return op;
}

std::vector<Gelu::Problem> bench_problems(Op<Gelu>, const Batching& batching) {
  return rows_of_width<Gelu::Problem>(batching, encoder::hidden, 0, DType::bf16);
}

std::vector<GatedSilu::Problem> bench_problems(Op<GatedSilu>, const Batching& batching) {
  return rows_of_width<GatedSilu::Problem>(batching, 0, decoder::hidden, DType::bf16);
}

std::vector<Add::Problem> bench_problems(Op<Add>, const Batching& batching) {
  return rows_of_width<Add::Problem>(batching, encoder::width, decoder::width, DType::f32);
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/elementwise/elementwise.h"

#include "kernels/check/case_builder.h"
#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {
namespace {

constexpr float spread = 4.0f;  // inputs reach ±14: the flat ends of GELU and SiLU too

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

/// Bytes of a result read and written or written only, beside `inputs` float32 inputs of its size.
Cost elementwise_cost(const ElementwiseProblem& p, std::int64_t flops, std::int64_t inputs) {
  const std::int64_t elements = p.rows * p.width;
  return {.flops = flops * elements,
          .bytes = elements * (4 * inputs + static_cast<std::int64_t>(size_of(p.dtype)))};
}

}  // namespace

// erf and exp count as 10 operations.
Cost cost(const Gelu::Problem& p) {
  return elementwise_cost(p, 14, 1);
}
Cost cost(const GatedSilu::Problem& p) {
  return elementwise_cost(p, 13, 2);
}
Cost cost(const Add::Problem& p) {
  return elementwise_cost(p, 1, 2);
}

std::string describe(const ElementwiseProblem& p) {
  return ProblemText().size("rows", p.rows).size("width", p.width).type(p.dtype);
}

std::string describe(const Gelu::Problem& p) {
  return describe(static_cast<const ElementwiseProblem&>(p)) + (p.tanh ? " tanh" : "");
}

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

}  // namespace tilescribe::kernels

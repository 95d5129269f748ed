// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/norm/norm.h"

#include "kernels/check/case_builder.h"
#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {
namespace {

template <class Problem>
std::vector<Problem> problems() {
  return {{1, 1},
          {1, 7},
          {2, 16},
          {3, 31, DType::bf16},
          {17, 33},
          {5, 64},
          {4, 129, DType::bf16},
          {9, 384},
          {3, 1280, DType::bf16},
          {2, 2048}};
}

}  // namespace

Cost cost(const LayerNorm::Problem& p) {
  const std::int64_t elements = p.rows * p.width;
  const auto result = static_cast<std::int64_t>(size_of(p.out));
  return {.flops = 8 * elements, .bytes = elements * (4 + result) + 8 * p.width};
}

std::string describe(const LayerNorm::Problem& p) {
  return ProblemText().size("rows", p.rows).size("width", p.width).type(p.out);
}

std::vector<LayerNorm::Problem> check_problems(Op<LayerNorm>) {
  return problems<LayerNorm::Problem>();
}

LayerNorm build_case(const LayerNorm::Problem& p, CaseBuilder& builder) {
  LayerNorm op;
  // A mean far from 0 shows a variance computed as a difference of two large numbers.
  op.x = builder.input(DType::f32, {p.rows, p.width}, 1.0f, 4.0f);
  op.out = builder.output(builder.result_dtype(p.out), {p.rows, p.width});
  op.gain = builder.weight(WeightRole::vector, {p.width});
  op.bias = builder.weight(WeightRole::vector, {p.width});
  return op;
}

Cost cost(const RmsNorm::Problem& p) {
  const std::int64_t elements = p.rows * p.width;
  const auto result = static_cast<std::int64_t>(size_of(p.out));
  return {.flops = 4 * elements, .bytes = elements * (4 + result) + 4 * p.width};
}

std::string describe(const RmsNorm::Problem& p) {
  return ProblemText().size("rows", p.rows).size("width", p.width).type(p.out);
}

std::vector<RmsNorm::Problem> check_problems(Op<RmsNorm>) {
  return problems<RmsNorm::Problem>();
}

RmsNorm build_case(const RmsNorm::Problem& p, CaseBuilder& builder) {
  RmsNorm op;
  op.x = builder.input(DType::f32, {p.rows, p.width});
  op.out = builder.output(builder.result_dtype(p.out), {p.rows, p.width});
  op.gain = builder.weight(WeightRole::vector, {p.width});
  return op;
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/rms_norm/rms_norm.h"

#include "kernels/check/case_builder.h"
#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {

Cost cost(const RmsNorm::Problem& p) {
  const std::int64_t elements = p.rows * p.width;
  const auto result = static_cast<std::int64_t>(size_of(p.out));
  return {.flops = 4 * elements, .bytes = elements * (4 + result) + 4 * p.width};
}

std::string describe(const RmsNorm::Problem& p) {
  return ProblemText().size("rows", p.rows).size("width", p.width).type(p.out);
}

std::vector<RmsNorm::Problem> check_problems(Op<RmsNorm>) {
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

RmsNorm build_case(const RmsNorm::Problem& p, CaseBuilder& builder) {
  RmsNorm op;
  op.x = builder.input(DType::f32, {p.rows, p.width});
  op.out = builder.output(builder.result_dtype(p.out), {p.rows, p.width});
  op.gain = builder.weight(WeightRole::vector, {p.width});
  return op;
}

}  // namespace tilescribe::kernels

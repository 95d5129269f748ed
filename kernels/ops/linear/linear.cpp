// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/linear.h"

#include "kernels/ops/elementwise/elementwise.h"
#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {

Cost cost(const LinearProblem& p) {
  const auto x = static_cast<std::int64_t>(size_of(p.x)), y = static_cast<std::int64_t>(size_of(p.y));
  return {.flops = 2 * p.rows * p.out * p.in,
          .bytes = p.weights.bytes + p.rows * p.in * x + p.rows * p.out * y};
}

std::string describe(const LinearProblem& p) {
  return ProblemText{{"rows", p.rows}, {"out", p.out}, {"in", p.in}}
      .rows_of(p.rows_of)
      .type(p.x)
      .word("→")
      .type(p.y);
}

void linear_gelu_default(const LinearGelu& op, Runner& runner) {
  if (op.y.dtype == DType::f32) {
    runner.run(Linear{op.y, op.x, op.weight, op.rows});
    runner.run(Gelu{op.y, op.y});
    return;
  }
  const Tensor product = runner.tensor(DType::f32, op.y.shape);
  runner.run(Linear{product, op.x, op.weight, op.rows});
  runner.run(Gelu{op.y, product});
}

void linear_residual_default(const LinearResidual& op, Runner& runner) {
  const Tensor product = runner.tensor(DType::f32, op.residual.shape);
  runner.run(Linear{product, op.x, op.weight, op.rows});
  runner.run(Add{op.residual, product});
}

}  // namespace tilescribe::kernels

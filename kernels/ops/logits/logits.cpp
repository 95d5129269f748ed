// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/logits/logits.h"

#include "kernels/ops/linear/linear.h"
#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {

Cost cost(const NormLogits::Problem& p) {
  return {.flops = 2 * p.rows * p.width * p.vocabulary + 4 * p.rows * p.width,
          .bytes = p.weights.bytes + 4 * p.rows * (p.width + p.vocabulary)};
}

std::string describe(const NormLogits::Problem& p) {
  ProblemText text{{"rows", p.rows}, {"width", p.width}, {"vocabulary", p.vocabulary}};
  if (p.norm == NormKind::layer) text.word("layer");
  return text.type(p.activation);
}

void norm_logits_default(const NormLogits& op, Runner& runner) {
  const auto count = op.logits.shape[0];
  const Tensor normed = runner.tensor(op.activation, {count, op.x.shape[1]});
  if (op.rows.empty()) run_norm(op.norm, normed, op.x, runner);
  for (std::int64_t first = 0;
       first < static_cast<std::int64_t>(op.rows.size());) {  // consecutive rows of x are normed together
    const std::int64_t row = op.rows[static_cast<std::size_t>(first)];
    std::int64_t run = 1;
    while (first + run < count && op.rows[static_cast<std::size_t>(first + run)] == row + run) ++run;
    run_norm(op.norm, normed.view().rows(first, run), op.x.rows(row, run), runner);
    first += run;
  }
  runner.run(Linear{op.logits, normed, op.head});
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/elementwise/elementwise.h"

#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {
namespace {

/// Cost of an op with `inputs` float32 inputs and one result of the same size.
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
  return ProblemText{{"rows", p.rows}, {"width", p.width}}.type(p.dtype);
}

std::string describe(const Gelu::Problem& p) {
  return describe(static_cast<const ElementwiseProblem&>(p)) + (p.tanh ? " tanh" : "");
}

}  // namespace tilescribe::kernels

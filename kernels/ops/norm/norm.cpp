// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/norm/norm.h"

#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {
namespace {

/// Cost with `vectors` vectors (gain, bias) besides the rows.
Cost norm_cost(const NormProblem& p, std::int64_t flops, std::int64_t vectors) {
  const std::int64_t elements = p.rows * p.width;
  const auto result = static_cast<std::int64_t>(size_of(p.out));
  return {.flops = flops * elements, .bytes = elements * (4 + result) + 4 * vectors * p.width};
}

}  // namespace

Cost cost(const LayerNorm::Problem& p) {
  return norm_cost(p, 8, 2);
}
Cost cost(const RmsNorm::Problem& p) {
  return norm_cost(p, 4, 1);
}

std::string describe(const NormProblem& p) {
  return ProblemText{{"rows", p.rows}, {"width", p.width}}.type(p.out);
}

void run_norm(const Norm& norm, const TensorView& out, const ConstTensorView& x, Runner& runner) {
  if (norm.kind == NormKind::layer)
    runner.run(LayerNorm{out, x, norm.gain, norm.bias, norm.eps});
  else
    runner.run(RmsNorm{out, x, norm.gain, norm.eps});
}

}  // namespace tilescribe::kernels

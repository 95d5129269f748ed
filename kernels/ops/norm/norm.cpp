// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/norm/norm.h"

#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {

Cost cost(const LayerNorm::Problem& p) {
  const std::int64_t elements = p.rows * p.width;
  const auto result = static_cast<std::int64_t>(size_of(p.out));
  return {.flops = 8 * elements, .bytes = elements * (4 + result) + 8 * p.width};
}

std::string describe(const LayerNorm::Problem& p) {
  return ProblemText().size("rows", p.rows).size("width", p.width).type(p.out);
}

Cost cost(const RmsNorm::Problem& p) {
  const std::int64_t elements = p.rows * p.width;
  const auto result = static_cast<std::int64_t>(size_of(p.out));
  return {.flops = 4 * elements, .bytes = elements * (4 + result) + 4 * p.width};
}

std::string describe(const RmsNorm::Problem& p) {
  return ProblemText().size("rows", p.rows).size("width", p.width).type(p.out);
}

}  // namespace tilescribe::kernels

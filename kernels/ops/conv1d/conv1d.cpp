// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/conv1d/conv1d.h"

#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {

Cost cost(const ConvGelu::Problem& p) {
  const auto x = static_cast<std::int64_t>(size_of(p.x)), y = static_cast<std::int64_t>(size_of(p.y));
  const std::int64_t depth = ConvGelu::taps * p.in;
  return {.flops = 2 * p.windows * p.frames_out() * p.out * depth,
          .bytes = p.weights.bytes + p.windows * (p.frames * p.in * x + p.frames_out() * p.out * y)};
}

std::string describe(const ConvGelu::Problem& p) {
  return ProblemText{
      {"frames", p.frames}, {"in", p.in}, {"out", p.out}, {"stride", p.stride}, {"windows", p.windows}}
      .type(p.x)
      .word("→")
      .type(p.y);
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/lab/lab_host.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "kernels/core/error.h"

namespace tilescribe::kernels::lab {

void use_kernel(Backend& host, bool users) {
  const Exercise& exercise = host_of(host).exercise();
  std::istringstream composites{std::string(exercise.parts)};
  for (std::string op; composites >> op;) host.force_variant(op, composition_name);
  host.force_variant(std::string(exercise.op), users ? variant_name : "");
}

std::vector<CheckResult> check_kernel(Backend& host, std::uint64_t seed) {
  const std::string_view op = host_of(host).exercise().op;
  return std::ranges::find(checked_ops(), op, &CheckedOp::name)->check(host, seed, {});
}

void require_correct(Backend& host) {
  constexpr std::uint64_t seed = 1;
  for (const CheckResult& result : check_kernel(host, seed)) {
    if (!result.passed)
      throw Error("The kernel is wrong and was not used: {1}, {2}: {3}", result.op, result.problem,
                  result.message);
  }
}

}  // namespace tilescribe::kernels::lab

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

std::unique_ptr<BegunCheck> begin_check(const Exercise& exercise, std::uint64_t seed) {
  return std::ranges::find(checked_ops(), exercise.op, &CheckedOp::name)->begin_check(seed);
}

std::vector<CheckResult> check_kernel(Backend& host, BegunCheck& begun) {
  return begun.run(host, variant_name);
}

void require_correct(Backend& host, BegunCheck& begun) {
  for (const CheckResult& result : check_kernel(host, begun)) {
    if (!result.passed)
      throw Error("The kernel is wrong and was not used: {1}, {2}: {3}", result.op, result.problem,
                  result.message);
  }
}

}  // namespace tilescribe::kernels::lab

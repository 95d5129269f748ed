// SPDX-License-Identifier: Apache-2.0
// All ops' checks and benchmarks, instantiated once.
#include "kernels/check/check_ops.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/check/bench_op.h"
#include "kernels/ops/all_ops.h"

namespace tilescribe::kernels {
namespace {

constexpr double tiny = 1e-30;  // below every reference value that matters

/// One tensor's relative error, or what else is wrong with it.
Comparison compare(const CaseBuilder::Result& found, const CaseBuilder::Result& expected,
                   const std::string& which) {
  const auto wrong = [&](const std::string& what) {
    return Comparison{std::numeric_limits<double>::infinity(), which + " " + what};
  };
  if (found.values.size() != expected.values.size())
    return wrong("has " + std::to_string(found.values.size()) + " values, but the reference's has " +
                 std::to_string(expected.values.size()) + ".");
  const bool integers = expected.dtype == DType::i32;
  double largest = expected.scale, difference = 0.0;
  bool written = found.values.empty();
  for (std::size_t i = 0; i < found.values.size(); ++i) {
    const double a = found.values[i], b = expected.values[i];
    const auto at = [i] { return "at index " + std::to_string(i); };
    if (std::isnan(b)) {  // not written by the reference: other heads' columns, a cache beyond its keys
      if (!std::isnan(a)) return wrong(at() + " was written, but must not be.");
      continue;
    }
    written = true;
    if (!std::isfinite(a) || (integers && found.values[i] == static_cast<float>(CaseBuilder::unwritten_id)))
      return wrong(at() + " was not written, or is not finite.");
    if (integers && a != b)
      return wrong(at() + " is " + std::to_string(std::llround(a)) + ", but must be " +
                   std::to_string(std::llround(b)) + ".");
    largest = std::max(largest, std::abs(b));
    difference = std::max(difference, std::abs(a - b));
  }
  if (!written) return wrong("was not written by the reference.");
  return {difference / std::max(largest, tiny), {}};
}

template <class... Ops>
auto table_of(OpList<Ops...>) {
  std::array table{CheckedOp{Ops::op_name, check_op<Ops>, bench_op<Ops>}...};
  std::ranges::sort(table, {}, &CheckedOp::name);
  return table;
}

}  // namespace

Comparison compare(const std::vector<CaseBuilder::Result>& found,
                   const std::vector<CaseBuilder::Result>& expected) {
  Comparison worst;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Comparison one = compare(found[i], expected[i],
                                   "Output " + std::to_string(i + 1) + " of " + std::to_string(found.size()));
    worst.error = std::max(worst.error, one.error);
    if (worst.complaint.empty()) worst.complaint = one.complaint;
  }
  return worst;
}

std::span<const CheckedOp> checked_ops() {
  static const auto table = table_of(AllOps{});
  return table;
}

std::string op_names_text() {
  std::string names;
  for (const CheckedOp& op : checked_ops()) names += (names.empty() ? "" : ", ") + std::string(op.name);
  return names;
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
// All ops' checks and benchmarks, instantiated once.
#include "kernels/check/check_ops.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <utility>

#include "kernels/check/bench_op.h"
#include "kernels/ops/all_ops.h"

namespace tilescribe::kernels {
namespace {

constexpr double tiny = 1e-30;  // below every reference value that matters

// "0.7071068": what float32 holds.
std::string short_text(float value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.7g", double{value});
  return text.data();
}

/// How far a value lies from what it must be, beyond what its type's rounding explains.
double difference_of(double found, double expected, DType type) {
  constexpr double half_place = 1.0 / 16.0, smallest_half_place = 0x1p-10;  // of E4M3
  const double rounding =
      type == DType::f8 ? std::max(half_place * std::abs(expected), smallest_half_place) : 0.0;
  return std::max(std::abs(found - expected) - rounding, 0.0);
}

/// One tensor's relative error, or what else is wrong with it.
Comparison compare(const CaseBuilder::Result& found, const CaseBuilder::Result& expected,
                   const Message& which) {
  const auto wrong = [](Message what) {
    return Comparison{std::numeric_limits<double>::infinity(), std::move(what)};
  };
  if (found.values.size() != expected.values.size())
    return wrong(Message("{1} has {2} values, but the reference's has {3}.", which, found.values.size(),
                         expected.values.size()));
  const bool integers = expected.dtype == DType::i32;
  double largest = expected.scale, difference = 0.0;
  bool written = found.values.empty();
  for (std::size_t i = 0; i < found.values.size(); ++i) {
    const double a = found.values[i], b = expected.values[i];
    if (std::isnan(b)) {  // not written by the reference: other heads' columns, a cache beyond its keys
      if (!std::isnan(a)) return wrong(Message("{1} at index {2} was written, but must not be.", which, i));
      continue;
    }
    written = true;
    if (!std::isfinite(a) || (integers && found.values[i] == static_cast<float>(CaseBuilder::unwritten_id)))
      return wrong(Message("{1} at index {2} was not written, or is not finite.", which, i));
    if (integers && a != b)
      return wrong(
          Message("{1} at index {2} is {3}, but must be {4}.", which, i, std::llround(a), std::llround(b)));
    largest = std::max(largest, std::abs(b));
    difference = std::max(difference, difference_of(a, b, found.dtype));
  }
  if (!written) return wrong(Message("{1} was not written by the reference.", which));
  return {difference / std::max(largest, tiny), {}};
}

template <class... Ops>
auto table_of(OpList<Ops...>) {
  std::array table{CheckedOp{Ops::op_name, begin_check<Ops>, check_op<Ops>, bench_op<Ops>, bench_shapes<Ops>,
                             planned_op<Ops>}...};
  std::ranges::sort(table, {}, &CheckedOp::name);
  return table;
}

}  // namespace

Comparison compare(const std::vector<CaseBuilder::Result>& found,
                   const std::vector<CaseBuilder::Result>& expected) {
  Comparison worst;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Comparison one = compare(found[i], expected[i], Message("Output {1} of {2}", i + 1, found.size()));
    worst.error = std::max(worst.error, one.error);
    if (worst.complaint.empty()) worst.complaint = one.complaint;
  }
  return worst;
}

Message first_wrong(const std::vector<CaseBuilder::Result>& found,
                    const std::vector<CaseBuilder::Result>& expected, double tolerance) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::vector<float>&values = found[i].values, &right = expected[i].values;
    double largest = std::max(expected[i].scale, tiny);
    for (const float value : right) {
      if (!std::isnan(value)) largest = std::max(largest, std::abs(double{value}));
    }
    for (std::size_t at = 0; at < values.size(); ++at) {
      if (std::isnan(right[at]) ||
          difference_of(values[at], right[at], found[i].dtype) <= tolerance * largest)
        continue;
      const auto width = static_cast<std::size_t>(std::max<std::int64_t>(found[i].width, 1));
      return Message(
          "Output {1} of {2} at row {3}, column {4} is {5}, but must be {6}: beyond the tolerance.", i + 1,
          found.size(), at / width, at % width, short_text(values[at]), short_text(right[at]));
    }
  }
  return {};
}

std::uint64_t digest(const std::vector<CaseBuilder::Result>& results) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const CaseBuilder::Result& result : results) {
    for (const float value : result.values)
      hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001b3u;
  }
  return hash;
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace tilescribe {

/// The middle value, or the mean of the two middle values. Reorders the values; there must be at least one.
inline double median_of(std::span<std::int64_t> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  const auto upper = static_cast<double>(*middle);
  if (values.size() % 2 == 1) return upper;
  return (static_cast<double>(*std::max_element(values.begin(), middle)) + upper) / 2.0;
}

/// The smallest value that 95 % of all do not exceed. Reorders the values; there must be at least one.
inline double p95_of(std::span<std::int64_t> values) {
  const std::size_t rank = (values.size() * 95 + 99) / 100;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::ranges::nth_element(values, place);
  return static_cast<double>(*place);
}

}  // namespace tilescribe

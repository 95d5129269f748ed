// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/core/dtype.h"
#include "kernels/core/export.h"

namespace tilescribe::kernels {

/// What runs a problem instead of the registry's choice. It has no effect where the variant does not take the
/// problem, or does not have the configuration.
struct Preference {
  std::string variant;
  std::string config = {};  // its name; empty: the variant's preferred one
  bool operator==(const Preference&) const = default;
};

/// Preferences for some problems of some ops. A runner asks once for each plan that it makes.
class TILESCRIBE_EXPORT Preferences {
 public:
  virtual ~Preferences() = default;
  /// `problem` is key_of() the problem: no two problems of an op have the same.
  virtual std::optional<Preference> find(std::string_view op, const std::string& problem) const = 0;
};

/// describe(problem), and what that leaves out, so that equal keys mean equal problems of an op.
template <class Problem>
std::string key_of(const Problem& problem) {
  std::string key = describe(problem);
  const auto add = [&key](std::string_view member, std::int64_t value) {
    key.append(" ").append(member).append("=").append(std::to_string(value));
  };
  if constexpr (requires { problem.weights.bytes; }) {
    add(std::string(name(problem.weights.dtype)) + "_bytes", problem.weights.bytes);
  }
  if constexpr (requires { problem.causal; }) add("causal", problem.causal ? 1 : 0);
  if constexpr (requires { problem.context; }) add("context", problem.context);
  if constexpr (requires { problem.sequences; }) add("sequences", problem.sequences);
  if constexpr (requires { problem.rotary_dim; }) add("rotary_dim", problem.rotary_dim);
  if constexpr (requires { problem.margin; }) add("margin", problem.margin ? 1 : 0);
  if constexpr (requires { problem.table_row_bytes; }) add("table_row_bytes", problem.table_row_bytes);
  return key;
}

}  // namespace tilescribe::kernels

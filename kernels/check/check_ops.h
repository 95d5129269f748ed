// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/cost.h"
#include "kernels/core/export.h"
#include "kernels/core/message.h"

namespace tilescribe::kernels {

class Backend;

/// What a check found for one variant on one problem.
struct CheckResult {
  std::string op, variant, problem;
  double error = 0.0;
  double tolerance = 0.0;
  bool passed = false;
  Message message;
};

/// What a benchmark of an op is to do.
struct BenchRequest {
  std::string shape;              // words that a problem's description must hold; empty: all problems
  std::uint64_t seed = 1;         // of the random arguments
  int runs = 10;                  // timed rounds a variant, fewer where one takes long
  double most_ms = 2000.0;        // of rounds a variant, after which no further one is begun; three there are
  std::int64_t rotate_bytes = 0;  // arguments together, so that they do not stay in a cache between runs
  std::int64_t reference_flops = 0;  // up to here a problem's results are compared with the reference's
};

/// One variant's time on one problem.
struct BenchResult {
  std::string op, variant, problem;
  double ms = 0.0, least_ms = 0.0, most_ms = 0.0;  // a launch: the median, the shortest and the longest round
  Cost cost;                                       // of a launch
  bool compared = false;
  double error = 0.0;   // the largest difference over the largest value, of all outputs
  std::string against;  // what it was compared with: "reference", or another variant's name
  Message complaint;    // why there is no time, or what is wrong with the results; empty: nothing
};

/// An op without its type, for who checks and times all of them.
struct CheckedOp {
  std::string_view name;
  /// Runs every variant of the backend on every check problem, outputs poisoned before.
  std::vector<CheckResult> (*check)(Backend& backend, std::uint64_t seed);
  /// Times every variant of the backend on the bench problems that the request takes; `give` gets each result
  /// as it comes.
  void (*bench)(Backend& backend, const BenchRequest& request,
                const std::function<void(const BenchResult&)>& give);
};

/// Every op (kernels/ops/CMakeLists.txt), by name.
TILESCRIBE_EXPORT std::span<const CheckedOp> checked_ops();

/// The names of all ops, one behind the other with commas between, as a sentence names them.
TILESCRIBE_EXPORT std::string op_names_text();

}  // namespace tilescribe::kernels

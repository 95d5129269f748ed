// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/cost.h"
#include "kernels/core/export.h"
#include "kernels/core/kernel_code.h"
#include "kernels/core/message.h"

namespace tilescribe::kernels {

class Backend;

/// The result of checking one candidate of a variant on one problem.
struct CheckResult {
  std::string op, variant, problem;
  std::string config;  // empty: the preferred one
  double error = 0.0;
  double tolerance = 0.0;
  bool passed = false;
  std::uint64_t digest = 0;  // of the bits of all results; 0 if there are none
  Message message;
};

/// What to benchmark of an op.
struct BenchRequest {
  std::string shape;        // words that a problem's description must contain; empty: all problems
  std::uint64_t seed = 1;   // of the random arguments
  int runs = 10;            // timed rounds per variant; fewer if a round takes long
  double most_ms = 2000.0;  // no further round begins after this time per variant; there are at least three
  std::int64_t rotate_bytes = 0;        // total arguments, so that they do not stay in a cache between runs
  std::int64_t reference_flops = 0;     // problems up to this size are compared with the reference
  bool configs = false;                 // times all candidates of a variant, not only the preferred one
  bool kernels = false;                 // also looks at the kernels of a launch
  std::string on_trial = {};            // a variant that others are not compared with
  std::string variant = {};             // only this one is timed; empty: all
  std::vector<std::string> known = {};  // descriptions of problems that are not timed again
};

/// The time of one candidate of a variant on one problem.
struct BenchResult {
  std::string op, variant, problem;
  std::string config;                              // empty: the preferred one
  bool preferred = false;                          // what the registry prefers for the problem
  double ms = 0.0, least_ms = 0.0, most_ms = 0.0;  // per launch: median, shortest and longest round
  Cost cost;                                       // per launch
  bool compared = false;
  double error = 0.0;   // largest difference over largest value, of all outputs
  std::string against;  // "reference", or the name of the variant it was compared with
  Message complaint;    // why there is no time, or what is wrong with the results; otherwise empty
  std::vector<KernelCode> kernels;  // if asked for: ours of a launch, on a GPU
};

using GiveBench = std::function<void(const BenchResult&)>;

/// A problem that a model has planned, without its op's type. It needs the backend no longer that planned it.
struct PlannedProblem {
  std::string text;   // its description
  std::string shape;  // its sizes, as words that select it: "rows=1500 width=1280"
  /// Times the backend's variants on it, if the request selects it.
  std::function<void(Backend& backend, const BenchRequest& request, const GiveBench& give)> bench;
};

/// A check whose references are being computed.
class BegunCheck {
 public:
  virtual ~BegunCheck() = default;
  /// Runs every candidate of the backend's variants, or of the one with this name, on every check problem,
  /// with poisoned outputs. Cases after one that lost the device are left out.
  virtual std::vector<CheckResult> run(Backend& backend, std::string_view variant) = 0;
};

/// An op without its type, to check and time all ops.
struct CheckedOp {
  std::string_view name;
  /// Begins a check: threads compute what its results are compared with.
  std::unique_ptr<BegunCheck> (*begin_check)(std::uint64_t seed);
  /// Begins it and runs it.
  std::vector<CheckResult> (*check)(Backend& backend, std::uint64_t seed, std::string_view variant);
  /// Times the backend's variants on the bench problems that the request selects. `give` gets each result.
  void (*bench)(Backend& backend, const BenchRequest& request, const GiveBench& give);
  /// The sizes of its bench problems, as words that select them.
  std::vector<std::string> (*shapes)(const Backend& backend);
  /// The problems that the backend's runner has planned, as far as cases of their sizes can be made: what a
  /// model ran last. Throws DeviceError.
  std::vector<PlannedProblem> (*planned)(Backend& backend);
};

/// All ops (kernels/ops/CMakeLists.txt), sorted by name.
TILESCRIBE_EXPORT std::span<const CheckedOp> checked_ops();

/// The names of all ops, separated by commas.
TILESCRIBE_EXPORT std::string op_names_text();

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/cost.h"
#include "kernels/core/export.h"
#include "kernels/core/message.h"
#include "kernels/tune/choice.h"
#include "kernels/tune/race.h"

namespace tilescribe::kernels {

class Backend;

/// What a candidate computed, compared with the reference and with what runs now.
struct CandidateCheck {
  bool passed = false;     // within the check's tolerance
  bool same_bits = false;  // as candidate 0, for different random arguments
  Message complaint;       // why it did not pass
};

/// A problem of an op and what can run it, without the op's type. Tests make their own.
class TILESCRIBE_EXPORT TuneProblem {
 public:
  virtual ~TuneProblem() = default;
  virtual std::string_view op() const = 0;
  virtual std::string key() const = 0;   // key_of() the problem
  virtual std::string text() const = 0;  // for people
  virtual Cost cost() const = 0;
  /// All variants that take the problem, in all their configurations. Candidate 0 is what runs it now.
  virtual std::vector<Preference> candidates() const = 0;
  virtual CandidateCheck check(std::size_t candidate) = 0;
  /// Milliseconds per launch, over arguments that rotate through more memory than the caches hold.
  virtual double time_ms(std::size_t candidate) = 0;
};

struct TuneRules {
  RaceRules race = {};
  double near_floor = 0.9;           // what reaches this share of the device's floor is left as it is
  std::int64_t rotate_bytes = 0;     // total size of the arguments
  std::int64_t reference_flops = 0;  // problems up to this size are compared with the reference
  std::uint64_t seed = 1;            // of the arguments
};

struct PlannedProblems {
  std::vector<std::unique_ptr<TuneProblem>> list;
  int left_out = 0;  // of which no case can be made
};
/// The problems of all ops that the backend's runner has planned: what the model ran last. Of one op, if it
/// is named. Throws DeviceError.
TILESCRIBE_EXPORT PlannedProblems planned_problems(Backend& backend, std::string_view op,
                                                   const TuneRules& rules);

/// Checks every candidate, then times those that pass and have the same bits as what runs now. Nothing is
/// kept here: a winner waits for its confirmation. `floor_ms` is the least time that the device could take;
/// 0: unknown. Throws Cancelled.
TILESCRIBE_EXPORT TunedChoice tune_problem(TuneProblem& problem, const TuneRules& rules, double floor_ms,
                                           const std::stop_token& stop = {});

}  // namespace tilescribe::kernels

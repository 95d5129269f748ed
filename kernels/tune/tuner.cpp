// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "kernels/core/error.h"
#include "kernels/tune/tune_problem.h"

namespace tilescribe::kernels {

TunedChoice tune_problem(TuneProblem& problem, const TuneRules& rules, double floor_ms,
                         const std::stop_token& stop) {
  const std::vector<Preference> candidates = problem.candidates();
  TunedChoice choice;
  choice.op = problem.op();
  choice.problem = problem.key();
  choice.before = choice.best = candidates.front();
  choice.candidates = static_cast<int>(candidates.size());
  if (candidates.size() < 2) return choice;
  if (floor_ms > 0.0) {
    problem.time_ms(0);  // set-up work of a first launch
    choice.before_ms = choice.best_ms = problem.time_ms(0);
    // What takes less than the floor has its arguments in a cache, so the floor says nothing.
    const bool near = choice.before_ms >= floor_ms && rules.near_floor * choice.before_ms <= floor_ms;
    if (near) return choice;
  }
  std::vector<bool> takes_part(candidates.size(), true);
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    if (stop.stop_requested()) throw Cancelled();
    const CandidateCheck check = problem.check(i);
    takes_part[i] = check.passed && check.same_bits;
    if (!check.passed) ++choice.wrong;
    if (check.passed && !check.same_bits) ++choice.other_bits;
  }
  if (choice.wrong + choice.other_bits + 1 == choice.candidates) return choice;
  const RaceResult result = race(
      takes_part, rules.race, [&](std::size_t i) { return problem.time_ms(i); }, stop);
  choice.before_ms = choice.best_ms = result.times.front().mean;
  if (!result.winner) return choice;
  choice.best = candidates[*result.winner];
  choice.best_ms = result.times[*result.winner].mean;
  choice.state = TuneState::waiting;
  return choice;
}

}  // namespace tilescribe::kernels

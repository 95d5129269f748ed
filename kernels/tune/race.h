// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/core/statistics.h"

namespace tilescribe::kernels {

/// When timing ends, and what it takes to win.
struct RaceRules {
  int least_rounds = 5, most_rounds = 30;
  double half_width = 0.02;  // of a mean's 95 % interval, as a share of the mean: small enough
  double least_gain = 0.02;  // a winner is at least this much faster, with 95 % confidence
  double hopeless = 3.0;     // times as slow as what runs now in the first round: it is not timed again
};

/// Times a candidate once; milliseconds.
using TimeOnce = std::function<double(std::size_t candidate)>;

struct RaceResult {
  std::vector<Estimate> times;             // of each candidate; without measurements where it was left out
  std::optional<std::size_t> winner = {};  // none: candidate 0, which runs now, stays
};

/// Times candidates in turn, round by round, so that a drift of the machine affects all alike. A candidate
/// leaves when its interval lies above another's. It ends when the means of all that are left are known to
/// `rules.half_width`, or after `rules.most_rounds`. The winner is the one whose times, divided by those of
/// candidate 0 in the same round, are the least; `rules.least_gain` lies outside their interval. `takes_part`
/// says which candidates do; candidate 0 always does. Throws Cancelled.
TILESCRIBE_EXPORT RaceResult race(const std::vector<bool>& takes_part, const RaceRules& rules,
                                  const TimeOnce& time_once, const std::stop_token& stop = {});

struct ConfirmRules {
  int least_rounds = 5, most_rounds = 20;
  double half_width = 0.005;  // of the ratio's interval: small enough
  double most_slower = 0.01;  // a choice that may be this much slower is rejected
};

/// How the time of the model's stages with a choice compares with the time without it.
struct Confirmation {
  Estimate ratio;  // with over without
  bool confirmed = false;
};

/// Measures both in turn until the mean of their ratios is known to `rules.half_width`, or after
/// `rules.most_rounds`. Confirmed if that mean is below 1, and its whole interval below 1 + most_slower.
/// Throws Cancelled.
TILESCRIBE_EXPORT Confirmation confirm(const ConfirmRules& rules, const std::function<double()>& with_ms,
                                       const std::function<double()>& without_ms,
                                       const std::stop_token& stop = {});

}  // namespace tilescribe::kernels

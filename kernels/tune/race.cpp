// SPDX-License-Identifier: Apache-2.0
#include "kernels/tune/race.h"

#include <algorithm>
#include <limits>

#include "kernels/core/error.h"

namespace tilescribe::kernels {
namespace {

void look(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Cancelled();
}

bool is_known(const Estimate& time, double half_width) {
  return time.half_width <= half_width * time.mean;
}

}  // namespace

RaceResult race(const std::vector<bool>& takes_part, const RaceRules& rules, const TimeOnce& time_once,
                const std::stop_token& stop) {
  const std::size_t count = takes_part.size();
  std::vector<bool> left = takes_part;
  std::vector<std::vector<double>> times(count);
  RaceResult result;
  result.times.resize(count);
  for (int round = 1; round <= rules.most_rounds; ++round) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!left[i] && i > 0) continue;
      look(stop);
      times[i].push_back(time_once(i));
      result.times[i] = estimate(times[i]);
      if (round == 1 && times[i].front() > rules.hopeless * times[0].front()) left[i] = false;
    }
    if (round < rules.least_rounds) continue;
    double best_most = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count; ++i) {
      if (left[i] || i == 0) best_most = std::min(best_most, result.times[i].most());
    }
    bool known = true;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && left[i] && result.times[i].least() > best_most) left[i] = false;
      if (left[i] || i == 0) known = known && is_known(result.times[i], rules.half_width);
    }
    if (known || std::ranges::count(left.begin() + 1, left.end(), true) == 0) break;
  }
  double least = 1.0;
  for (std::size_t i = 1; i < count; ++i) {
    if (!left[i]) continue;
    std::vector<double> ratios;
    for (std::size_t round = 0; round < times[i].size(); ++round)
      ratios.push_back(times[i][round] / times[0][round]);
    const Estimate ratio = estimate(ratios);
    if (ratio.most() > 1.0 - rules.least_gain || ratio.mean >= least) continue;
    least = ratio.mean;
    result.winner = i;
  }
  return result;
}

Confirmation confirm(const ConfirmRules& rules, const std::function<double()>& with_ms,
                     const std::function<double()>& without_ms, const std::stop_token& stop) {
  std::vector<double> ratios;
  Confirmation result;
  for (int round = 1; round <= rules.most_rounds; ++round) {
    look(stop);
    // Who goes first changes, so that neither always follows the other.
    const bool with_first = round % 2 == 0;
    const double first = with_first ? with_ms() : without_ms();
    look(stop);
    const double second = with_first ? without_ms() : with_ms();
    ratios.push_back(with_first ? first / second : second / first);
    result.ratio = estimate(ratios);
    if (round >= rules.least_rounds && result.ratio.half_width <= rules.half_width) break;
  }
  result.confirmed = result.ratio.mean < 1.0 && result.ratio.most() < 1.0 + rules.most_slower;
  return result;
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "inference/export/cues/lines.h"

#include <algorithm>

namespace tilescribe::exporting {
namespace {

constexpr double full = 1.0 + 1e-6;
constexpr double per_line = 0.3;        // so that one line is never two
constexpr double per_fill = 0.25;       // a line's squared width: least where all are alike
constexpr double per_line_break = 0.5;  // a line's end disturbs less than a cue's

}  // namespace

Lines::Lines(std::span<const Unit> units, const Measure& measure, std::size_t end, int most)
    : units_(units),
      measure_(measure),
      end_(end),
      limited_(most > 0),
      most_(limited_ ? static_cast<std::size_t>(most) : 1) {}

void Lines::extend() {
  const std::size_t first = end_ - rows_.size() - 1;
  std::vector<Entry>& row = rows_.emplace_back(most_);
  for (std::size_t lines = 0; lines < most_; ++lines) row[lines] = best(first, lines);
}

// With `row` lines more than the first at most, or any number.
Lines::Entry Lines::best(std::size_t first, std::size_t row) const {
  Entry result;
  for (std::size_t last = first + 1; last <= end_; ++last) {
    const double width = measure_.width(first, last);
    if ((width > full || measure_.is_crowded(first, last)) && last > first + 1) break;
    double cost = per_fill * std::min(width, 1.0) * std::min(width, 1.0);
    if (last < end_) {
      if (limited_ && row == 0) continue;
      cost +=
          per_line + per_line_break * units_[last - 1].break_cost + entry(last, limited_ ? row - 1 : 0).cost;
    }
    if (cost < result.cost) result = {cost, last};
  }
  return result;
}

std::vector<std::size_t> Lines::ends() const {
  std::vector<std::size_t> ends;
  std::size_t row = most_ - 1;
  for (std::size_t first = end_ - rows_.size(); first < end_;) {
    const Entry& one = entry(first, row);
    if (one.line_end == 0) return {};
    ends.push_back(first = one.line_end);
    if (limited_ && row > 0) --row;
  }
  return ends;
}

}  // namespace tilescribe::exporting

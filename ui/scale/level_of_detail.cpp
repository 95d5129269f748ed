// SPDX-License-Identifier: Apache-2.0
#include "ui/scale/level_of_detail.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tilescribe::ui {

LevelOfDetail::LevelOfDetail(std::vector<Interval> intervals) : intervals_(std::move(intervals)) {
  if (!std::ranges::is_sorted(intervals_, {}, &Interval::start_ns)) {
    std::ranges::stable_sort(intervals_, {}, &Interval::start_ns);
  }
  std::int64_t ended = intervals_.empty() ? 0 : intervals_.front().start_ns;
  for (Interval& interval : intervals_) {
    interval.start_ns = std::max(interval.start_ns, ended);
    interval.end_ns = std::max(interval.end_ns, interval.start_ns);
    interval.colour = std::min(interval.colour, static_cast<std::uint8_t>(colours - 1));
    ended = interval.end_ns;
  }
  sum_up();
}

void LevelOfDetail::dim(const std::function<bool(std::uint32_t)>& is_dimmed) {
  dimmed_.assign(intervals_.size(), false);
  for (std::size_t at = 0; at < intervals_.size(); ++at) dimmed_[at] = is_dimmed(intervals_[at].id);
  sum_up();
}

std::size_t LevelOfDetail::shade_of(std::size_t at) const {
  const bool dimmed = !dimmed_.empty() && dimmed_[at];
  return intervals_[at].colour + (dimmed ? colours : 0);
}

void LevelOfDetail::sum_up() {
  running_.clear();
  running_.reserve(intervals_.size() / block + 1);
  Sums sum{};
  for (std::size_t at = 0; at < intervals_.size(); ++at) {
    if (at % block == 0) running_.push_back(sum);
    sum[shade_of(at)] += intervals_[at].end_ns - intervals_[at].start_ns;
  }
}

LevelOfDetail::Sums LevelOfDetail::sums(std::size_t first, std::size_t last) const {
  Sums sum{};
  const auto add = [&](std::size_t from, std::size_t to) {
    for (std::size_t at = from; at < to; ++at) {
      sum[shade_of(at)] += intervals_[at].end_ns - intervals_[at].start_ns;
    }
  };
  // The running sums are for whole blocks; there is one for each block that has begun.
  const std::size_t from = (first + block - 1) / block;
  const std::size_t to = std::min(last / block, running_.empty() ? 0 : running_.size() - 1);
  if (from >= to) {
    add(first, last);
    return sum;
  }
  for (std::size_t shade = 0; shade < shades; ++shade) {
    sum[shade] = running_[to][shade] - running_[from][shade];
  }
  add(first, from * block);
  add(to * block, last);
  return sum;
}

std::size_t LevelOfDetail::starts_from(std::size_t from, double ns) const {
  // In doubling steps: if a column holds few intervals, the next column's first one is near.
  std::size_t low = from;
  std::size_t step = 1;
  while (low + step < intervals_.size() && static_cast<double>(intervals_[low + step].start_ns) < ns) {
    low += step;
    step *= 2;
  }
  const std::size_t high = std::min(intervals_.size(), low + step + 1);
  const auto found = std::partition_point(
      intervals_.begin() + static_cast<std::ptrdiff_t>(low),
      intervals_.begin() + static_cast<std::ptrdiff_t>(high),
      [&](const Interval& interval) { return static_cast<double>(interval.start_ns) < ns; });
  return static_cast<std::size_t>(found - intervals_.begin());
}

void LevelOfDetail::pieces(double begin_ns, double column_ns, int columns, std::vector<Piece>& out) const {
  out.clear();
  if (columns <= 0 || column_ns <= 0.0) return;
  const double end_ns = begin_ns + column_ns * columns;
  const auto first = std::partition_point(
      intervals_.begin(), intervals_.end(),
      [&](const Interval& interval) { return static_cast<double>(interval.end_ns) <= begin_ns; });

  // The part of the last column's interval that reaches into the next column.
  struct Rest {
    int column = -1;
    double ns = 0.0;
    std::size_t shade = 0;
  } rest;
  const auto paint_column = [&](int column, const std::array<double, shades>& times) {
    if (column >= columns) return;
    float low = 0.0F;
    for (const std::size_t half : {std::size_t{0}, colours}) {
      double time = 0.0;
      std::size_t most = half;
      for (std::size_t shade = half; shade < half + colours; ++shade) {
        time += times[shade];
        if (times[shade] > times[most]) most = shade;
      }
      if (time <= 0.0) continue;
      const auto high = static_cast<float>(std::min(1.0, static_cast<double>(low) + time / column_ns));
      out.push_back({static_cast<double>(column), column + 1.0, low, high,
                     static_cast<std::uint8_t>(most - half), half != 0, -1});
      low = high;
    }
  };
  const auto paint_rest = [&] {
    if (rest.ns > 0.0) {
      std::array<double, shades> times{};
      times[rest.shade] = rest.ns;
      paint_column(rest.column, times);
    }
    rest = {};
  };

  for (auto at = static_cast<std::size_t>(first - intervals_.begin()); at < intervals_.size();) {
    const Interval& interval = intervals_[at];
    const auto start = static_cast<double>(interval.start_ns);
    if (start >= end_ns) break;
    const auto length_of = [&](std::size_t i) {
      return static_cast<double>(intervals_[i].end_ns - intervals_[i].start_ns);
    };
    if (length_of(at) >= column_ns) {
      paint_rest();
      const double x0 = std::max((start - begin_ns) / column_ns, 0.0);
      const double x1 = std::min((static_cast<double>(interval.end_ns) - begin_ns) / column_ns,
                                 static_cast<double>(columns));
      const std::size_t shade = shade_of(at);
      out.push_back({x0, x1, 0.0F, 1.0F, static_cast<std::uint8_t>(shade % colours), shade >= colours,
                     static_cast<std::int64_t>(at)});
      ++at;
      continue;
    }
    const int column = std::max(0, static_cast<int>(std::floor((start - begin_ns) / column_ns)));
    if (rest.column != column) paint_rest();
    const double until = begin_ns + (column + 1.0) * column_ns;
    std::size_t last = std::max(at + 1, starts_from(at, until));
    if (last > at + 1 && length_of(last - 1) >= column_ns) --last;  // a box: it can only be the last one
    const Sums sum = sums(at, last);
    std::array<double, shades> times{};
    for (std::size_t shade = 0; shade < shades; ++shade) times[shade] = static_cast<double>(sum[shade]);
    times[shade_of(at)] -= std::max(0.0, begin_ns - start);
    const double beyond = std::max(0.0, static_cast<double>(intervals_[last - 1].end_ns) - until);
    times[shade_of(last - 1)] -= beyond;
    if (rest.ns > 0.0) times[rest.shade] += rest.ns;
    paint_column(column, times);
    rest = {column + 1, beyond, shade_of(last - 1)};
    at = last;
  }
  paint_rest();
}

LevelOfDetail::Places LevelOfDetail::within(std::int64_t begin_ns, std::int64_t end_ns) const {
  const auto first = std::ranges::upper_bound(intervals_, begin_ns, {}, &Interval::end_ns);
  const auto last = std::ranges::lower_bound(first, intervals_.end(), end_ns, {}, &Interval::start_ns);
  return {static_cast<std::size_t>(first - intervals_.begin()),
          static_cast<std::size_t>(last - intervals_.begin())};
}

std::int64_t LevelOfDetail::busy_ns(std::int64_t begin_ns, std::int64_t end_ns) const {
  const Places places = within(begin_ns, end_ns);
  if (places.count() == 0) return 0;
  std::int64_t busy = 0;
  for (const std::int64_t time : sums(places.first, places.last)) busy += time;
  busy -= std::max<std::int64_t>(0, begin_ns - intervals_[places.first].start_ns);
  busy -= std::max<std::int64_t>(0, intervals_[places.last - 1].end_ns - end_ns);
  return busy;
}

std::int64_t LevelOfDetail::find(std::int64_t ns, std::int64_t reach_ns) const {
  const auto next = std::ranges::upper_bound(intervals_, ns, {}, &Interval::end_ns);
  const auto place = [&](auto at) { return static_cast<std::int64_t>(at - intervals_.begin()); };
  std::int64_t best = -1;
  std::int64_t distance = reach_ns;
  if (next != intervals_.end() && next->start_ns - ns <= distance) {
    best = place(next);
    distance = next->start_ns - ns;
  }
  if (distance > 0 && next != intervals_.begin() && ns - std::prev(next)->end_ns < distance) {
    best = place(std::prev(next));
  }
  return best;
}

}  // namespace tilescribe::ui

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "inference/api/profile.h"

namespace tilescribe {

int DurationHistogram::bucket_of(std::int64_t ns) {
  if (ns <= 1) return 0;
  // Where the eighths of an octave begin. A logarithm per record would be the most expensive part of the
  // sums.
  static const std::array<double, per_octave> eighths = [] {
    std::array<double, per_octave> values{};
    for (int i = 0; i < per_octave; ++i) {
      values[static_cast<std::size_t>(i)] = std::exp2(static_cast<double>(i) / per_octave);
    }
    return values;
  }();
  const int octave = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(ns))) - 1;
  const double part = std::ldexp(static_cast<double>(ns), -octave);
  const auto eighth = static_cast<int>(std::ranges::upper_bound(eighths, part) - eighths.begin()) - 1;
  return std::min(octave * per_octave + eighth, buckets - 1);
}

double DurationHistogram::lower_bound_ns(int bucket) {
  return std::exp2(static_cast<double>(bucket) / per_octave);
}

void DurationHistogram::add(const DurationHistogram& other) {
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
}

double DurationHistogram::quantile_ns(double q) const {
  const std::int64_t all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  if (all == 0) return 0.0;
  const double rank = std::clamp(std::ceil(q * static_cast<double>(all)), 1.0, static_cast<double>(all));
  std::int64_t below = 0;
  for (int i = 0; i < buckets; ++i) {
    below += counts[static_cast<std::size_t>(i)];
    // The middle of the bucket, logarithmically: at most 1/16 of an octave from any duration in it.
    if (static_cast<double>(below) >= rank) return lower_bound_ns(i) * std::exp2(0.5 / per_octave);
  }
  return lower_bound_ns(buckets);
}

}  // namespace tilescribe

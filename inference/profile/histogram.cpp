// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "inference/api/profile_analysis.h"
#include "inference/profile/quantiles.h"
#include "inference/profile/selected.h"

namespace tilescribe {
namespace {

constexpr int most_bins = 60;
constexpr int finest = 32;  // bins per octave

// The finest division with at most this many bins.
int bins_an_octave(double octaves) {
  int bins = finest;
  while (bins > 1 && octaves * bins + 1.0 > most_bins) bins /= 2;
  return bins;
}

ProfileHistogram of_values(std::vector<std::int64_t> own_ns) {
  ProfileHistogram histogram;
  if (own_ns.empty()) return histogram;
  const auto [least, most] = std::ranges::minmax(own_ns);
  const double from = std::log2(static_cast<double>(std::max<std::int64_t>(1, least)));
  const double to = std::log2(static_cast<double>(std::max<std::int64_t>(1, most)));
  const int an_octave = bins_an_octave(to - from);
  const double first = std::floor(from * an_octave);
  const auto count = static_cast<std::size_t>(std::floor(to * an_octave) - first) + 1;
  for (std::size_t i = 0; i < count; ++i) {
    const double place = first + static_cast<double>(i);
    histogram.bins.push_back(
        {std::exp2(place / an_octave) * 1e-3, std::exp2((place + 1.0) / an_octave) * 1e-3, 0});
  }
  for (const std::int64_t ns : own_ns) {
    const double place =
        std::floor(std::log2(static_cast<double>(std::max<std::int64_t>(1, ns))) * an_octave);
    ++histogram.bins[std::min(count - 1, static_cast<std::size_t>(place - first))].calls;
  }
  histogram.median_us = median_of(own_ns) * 1e-3;
  histogram.p95_us = p95_of(own_ns) * 1e-3;
  return histogram;
}

ProfileHistogram of_buckets(const DurationHistogram& all) {
  ProfileHistogram histogram;
  int first = 0, last = DurationHistogram::buckets - 1;
  const auto calls = [&](int bucket) { return all.counts[static_cast<std::size_t>(bucket)]; };
  while (first <= last && calls(first) == 0) ++first;
  while (last >= first && calls(last) == 0) --last;
  for (int i = first; i <= last; ++i) {
    histogram.bins.push_back({DurationHistogram::lower_bound_ns(i) * 1e-3,
                              DurationHistogram::lower_bound_ns(i + 1) * 1e-3, calls(i)});
  }
  histogram.median_us = all.quantile_ns(0.5) * 1e-3;
  histogram.p95_us = all.quantile_ns(0.95) * 1e-3;
  return histogram;
}

}  // namespace

ProfileHistogram profile_histogram(const ProfileSession& session, const ProfileSelection& selection) {
  const Selected selected(session, selection);
  if (session.dropped > 0 && !selection.range) {
    DurationHistogram all;
    for (const ProfileTotal& total : session.totals) {
      if (selected(total)) all.add(total.histogram);
    }
    return of_buckets(all);
  }
  std::vector<std::int64_t> own_ns;
  for (const ProfileRecord& record : session.records) {
    if (selected(record)) own_ns.push_back(record.own_ns());
  }
  return of_values(std::move(own_ns));
}

}  // namespace tilescribe

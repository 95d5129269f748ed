// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

namespace tilescribe::test {

/// Processor time of the calling thread, milliseconds: other programs on the machine count little.
inline double processor_ms() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// The least processor time of several runs of the same work, milliseconds.
template <class Work>
double least_processor_ms(int runs, const Work& work) {
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < runs; ++i) {
    const double begin = processor_ms();
    work();
    least = std::min(least, processor_ms() - begin);
  }
  return least;
}

/// The longest of `count` events, each with what it leads to, by processor time; milliseconds. The best of
/// three goes counts, and the first that is short enough: a virtual machine counts what it was kept from,
/// too.
template <class Event>
double longest_event_ms(const char* what, int count, double enough_ms, const Event& event) {
  double least = std::numeric_limits<double>::max();
  for (int go = 0; go < 3 && least > enough_ms; ++go) {
    std::vector<double> times;
    for (int i = 0; i < count; ++i) times.push_back(least_processor_ms(1, [&] { event(i); }));
    std::sort(times.begin(), times.end());
    std::printf("%s: %.1f ms at most, %.1f ms in the middle\n", what, times.back(), times[times.size() / 2]);
    least = std::min(least, times.back());
  }
  return least;
}

/// How many times as long as on the machine that the bounds were set on the same work takes here and now; 1
/// or more. The work allocates, copies and sorts, as the GUI thread does.
inline double slowness() {
  constexpr double usual_ms =
      3.3;  // optimised, on an idle core of an Intel Xeon with AMX (Sapphire Rapids or later)
  const double took_ms = least_processor_ms(5, [] {
    std::vector<std::string> words;
    for (unsigned i = 0; i < 20'000; ++i)
      words.push_back("a word that is allocated " + std::to_string(i * 2654435761U));
    std::sort(words.begin(), words.end());
  });
  return std::max(1.0, took_ms / usual_ms);
}

/// Whether this is at most what was allowed, for a machine as slow as this one. It is only measured where it
/// matters.
inline bool within(double took_ms, double most_ms) {
  return took_ms <= most_ms || took_ms <= most_ms * slowness();
}

}  // namespace tilescribe::test

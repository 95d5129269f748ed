// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
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

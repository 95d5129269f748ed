// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <ctime>
#include <limits>

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

}  // namespace tilescribe::test

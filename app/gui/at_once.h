// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace tilescribe {

/// Calls work(i) for every i in [0, count), on this thread and up to three others, and waits for all of it:
/// who reads and writes many files mostly waits for the disk. `work` throws nothing.
template <class Work>
void do_at_once(std::size_t count, const Work& work) {
  constexpr std::size_t most_threads = 4;
  std::atomic<std::size_t> next{0};
  const auto do_some = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < std::min(most_threads, count); ++i) helpers.emplace_back(do_some);
  do_some();
}

}  // namespace tilescribe

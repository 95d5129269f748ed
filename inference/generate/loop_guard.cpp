// SPDX-License-Identifier: Apache-2.0
#include "inference/generate/loop_guard.h"

#include <algorithm>

namespace tilescribe::generate {

Loop find_loop(std::span<const std::int32_t> tokens) {
  constexpr std::size_t longest_period = 64, least_repeats = 4, least_tokens = 24;
  for (std::size_t period = 1; period <= longest_period; ++period) {
    const std::size_t wanted = std::max(least_repeats, (least_tokens + period - 1) / period);
    if (tokens.size() < wanted * period) continue;
    // Number of tokens at the end that equal the token one period before them.
    std::size_t equal = 0;
    while (equal + period < tokens.size() &&
           tokens[tokens.size() - 1 - equal] == tokens[tokens.size() - 1 - equal - period]) {
      ++equal;
    }
    const std::size_t repeats = equal / period + 1;
    if (repeats >= wanted) return {period, repeats};
  }
  return {};
}

}  // namespace tilescribe::generate

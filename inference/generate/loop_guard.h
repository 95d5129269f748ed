// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tilescribe::generate {

/// The repetition at the end of a run of tokens: `period` tokens, repeated.
struct Loop {
  std::size_t period = 0;   // 0: no loop
  std::size_t repeats = 0;  // how often the phrase repeats at the end
};

/// Looks for a loop: the last tokens repeat a phrase more often than a speaker would. A phrase of p tokens
/// must occur max(4, ⌈24/p⌉) times in a row. Phrases of up to 64 tokens are considered.
Loop find_loop(std::span<const std::int32_t> tokens);

}  // namespace tilescribe::generate

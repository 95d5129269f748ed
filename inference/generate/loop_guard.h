// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tilescribe::generate {

/// What a run of tokens ends in: `period` tokens, again and again.
struct Loop {
  std::size_t period = 0;   // 0: no loop
  std::size_t repeats = 0;  // how often the period stands at the end
};

/// Whether generation has caught itself in a loop: the last tokens repeat a phrase so often that no speaker
/// does. A phrase of p tokens must stand max(4, ⌈24/p⌉) times in a row; phrases of up to 64 tokens are looked
/// for.
Loop find_loop(std::span<const std::int32_t> tokens);

}  // namespace tilescribe::generate

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "inference/transcript/words.h"

namespace tilescribe::exporting {

/// What it costs the reader that a cue or a line ends between two words: 0 at the end of a sentence, then
/// clauses, then before conjunctions and prepositions, then anywhere. It costs most where the first word
/// leans on the second ("the | house", "I | am"), and inside what is one word. English words and Chinese and
/// Japanese characters are known; elsewhere punctuation decides. `spaced`: white space is between them.
double break_cost(std::string_view before, transcript::Mark mark, std::string_view after, bool spaced);

inline constexpr double sentence_break_cost = 0.0;

}  // namespace tilescribe::exporting

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inference/transcript/words.h"

namespace tilescribe::transcript {

/// A stretch of time, seconds.
struct TimeSpan {
  double begin_s = 0.0;
  double end_s = 0.0;
  double length_s() const { return end_s - begin_s; }
};

/// Gives each word its likely time: words are divided among the voiced spans in order, so that the speaking
/// rate stays roughly constant and sentence ends fall on pauses, the longer the better; inside a span time
/// goes by weight. The division with the least cost is found by dynamic programming over (span, word).
///
/// `voiced`: spans of voice in order, without overlap, each longer than zero, at least one. Returns a span a
/// word, in order and without overlap, inside the voiced spans.
std::vector<TimeSpan> align_words(const std::vector<Word>& words, const std::vector<TimeSpan>& voiced);

}  // namespace tilescribe::transcript

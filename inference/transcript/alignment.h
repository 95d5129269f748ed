// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inference/transcript/words.h"

namespace tilescribe::transcript {

/// A time interval, seconds.
struct TimeSpan {
  double begin_s = 0.0;
  double end_s = 0.0;
  double length_s() const { return end_s - begin_s; }
};

/// Estimates each word's time. Divides the words among the voiced spans, in order, such that the speaking
/// rate is roughly constant and sentences end at pauses, preferably long ones. Within a span, time is
/// proportional to weight. Dynamic programming over (span, word) finds the division with the lowest cost.
/// `voiced`: at least one span, in order, without overlap, none empty. Returns one span per word, in order,
/// without overlap, inside the voiced spans. More words than anybody says are spread evenly from the first
/// span to the last, over the pauses, too.
std::vector<TimeSpan> align_words(const std::vector<Word>& words, const std::vector<TimeSpan>& voiced);

}  // namespace tilescribe::transcript

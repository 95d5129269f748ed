// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inference/api/transcript.h"

namespace tilescribe::test {

/// Segments as somebody might say them: sentences of our own phrases at 140 to 190 words a minute, pauses at
/// commas and full stops, some of them long. As the transcriber gives them: at most 7 s each, with the times
/// of segments, and of words if asked for. At least `seconds` long; the same every time. `pace`: how many
/// times as fast the words are said; the pauses stay.
std::vector<Segment> spoken_english(double seconds, bool with_words, double pace = 1.0);

/// The same in Chinese, at 4 to 5 characters a second.
std::vector<Segment> spoken_chinese(double seconds);

}  // namespace tilescribe::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "inference/api/live.h"
#include "tests/inference/live/spoken_words.h"

namespace tilescribe::test {

/// What a live session showed, and when.
struct Shown {
  double at_s = 0.0;
  bool fixed = false;
  LivePiece piece;
};

/// Text of the fixed pieces, a space between utterances.
std::string fixed_text(const std::vector<Shown>& shown);

/// How long after its end a word was first shown in its place, and fixed: one number a word that came out
/// right.
struct Latencies {
  std::vector<double> shown_s, fixed_s;
};

/// `shown` in order of time, on the clock of the words' ends.
Latencies latencies(const std::vector<Shown>& shown, const std::vector<SpokenWord>& spoken);

}  // namespace tilescribe::test

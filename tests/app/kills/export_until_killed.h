// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include "inference/api/transcript.h"

namespace tilescribe::test {

/// The text of a round. Every segment names it, so a file that was made of two rounds is seen.
inline Transcript exported_text(int round) {
  Transcript text;
  text.source = "talk.wav";
  for (int i = 0; i < 400; ++i) {
    text.segments.push_back({.start_s = i * 3.0,
                             .end_s = i * 3.0 + 3.0,
                             .text = "Sentence " + std::to_string(i) + " of round " + std::to_string(round) +
                                     ", and then a few words more."});
  }
  return text;
}

}  // namespace tilescribe::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "inference/api/transcript.h"

namespace tilescribe {

/// The longest time that a segment lasts, seconds: what a viewer can read as one subtitle.
inline constexpr double longest_segment_s = 7.0;

/// What the model said of one window of the audio, and where in it a voice was heard.
struct WindowText {
  int window = 0;        // from 0
  double start_s = 0.0;  // the window's cuts, seconds from the start of the audio
  double end_s = 0.0;
  std::vector<Token> tokens;  // all that were generated; their bytes joined are the text, but for white space
  std::string text;
  bool looped = false;  // the run was ended because it repeated itself

  /// (begin, end) of the voice inside the window, seconds from the start of the audio. Empty: not known.
  std::vector<std::pair<double, double>> voiced_s;
};

/// Divides a window's text into segments: a segment a sentence, at clause marks, pauses or else between words
/// where a sentence takes longer than longest_segment_s. The model gives no times, so these are estimated
/// from the pauses (alignment.h). Segments are in order, don't overlap, lie inside the window, and together
/// hold all of the text but white space; every token is in the segment that holds its first visible byte. A
/// text that is one segment and fills the window takes the window's cuts for its times, which are then not
/// estimated. Of a looped window the last segment is marked, and those before it that say the same. No text,
/// no segments. Times are whole milliseconds.
std::vector<Segment> segments_of_window(const WindowText& window);

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "inference/api/transcript.h"
#include "inference/transcript/alignment.h"

namespace tilescribe {

/// The longest segment, seconds: what can be read as one subtitle.
inline constexpr double longest_segment_s = 7.0;

/// The text of one window of the audio, and where in it there is voice.
struct WindowText {
  int window = 0;        // from 0
  double start_s = 0.0;  // the window's cuts, seconds from the start of the audio
  double end_s = 0.0;
  std::vector<Token> tokens;  // all generated ones; their joined bytes are the text except for white space
  std::string text;
  bool looped = false;  // generation ended because it repeated itself

  /// (begin, end) of voice inside the window, seconds from the start of the audio. Empty: unknown.
  std::vector<std::pair<double, double>> voiced_s;
  /// One for each of words_of(text), in order, without overlap, their texts empty. Empty: times are
  /// estimated.
  std::vector<TimedWord> words = {};
};

/// Where the first visible byte of each token stands in the window's text; npos: it has none. Approximate
/// where broken characters were replaced.
std::vector<std::size_t> places_in_text(const WindowText& window);

/// Divides a window's text into segments: one per sentence. A sentence longer than longest_segment_s is cut
/// at clause marks, pauses, or else between words. Where its words have no times, they are estimated from
/// pauses (alignment.h). Segments are in order, do not overlap, lie inside the window, and together contain
/// all text except white space. Each token is in the segment with its first visible byte. A single segment
/// that fills the window gets the window's cuts as its times, which then count as exact. In a looped window
/// the last segment is marked, and those before it with the same text. Without text there are no segments.
std::vector<Segment> segments_of_window(const WindowText& window);

/// Divides a text in the same way if its words' times are known. `times`: one per word of words_of(text).
/// Segments have no tokens.
std::vector<Segment> segments_of_timed_text(const std::string& text,
                                            const std::vector<transcript::Word>& words,
                                            const std::vector<transcript::TimeSpan>& times);

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "inference/align/best_path.h"
#include "inference/api/transcript.h"

namespace tilescribe::align {

/// How late words are found in the median, seconds; it is taken off their times.
struct Lateness {
  double starts_s = 0.0, ends_s = 0.0;
};

/// The times of words_of(text), their texts empty. Those that are not spoken take no time, behind the one
/// before. Empty: the text has no word that is spoken, or is not what is heard. Throws Cancelled on a stop
/// request.
std::vector<TimedWord> times_of_words(const std::string& text, const LetterScores& scores, Lateness late,
                                      const std::stop_token& stop = {});

/// Gives the words of a transcript their times, and each segment the time from its first word to its last.
/// Where segments have times, a word is looked for within `reach_s` of its segment; if the text is not found
/// so, in all of the audio. A single segment without times is divided into segments. Segments without a word
/// that is spoken keep their times. Throws Error if the text is not found; Cancelled on a stop request.
void add_word_times(Transcript& transcript, const LetterScores& scores, Lateness late,
                    const std::stop_token& stop = {}, double reach_s = 15.0);

}  // namespace tilescribe::align

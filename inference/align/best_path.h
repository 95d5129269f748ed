// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescribe::align {

/// What is heard in a recording, frame by frame.
struct LetterScores {
  static constexpr std::size_t symbols = 27;  // a to z, silence
  static constexpr std::size_t silence = 26;

  std::vector<float> log_probabilities;  // [frames, symbols]
  std::vector<double> seconds;           // [frames], the middle of each frame; ascending

  std::size_t frames() const { return seconds.size(); }
  std::span<const float> frame(std::size_t at) const {
    return std::span(log_probabilities).subspan(at * symbols, symbols);
  }
};

/// A word to be found.
struct SpelledWord {
  std::string letters;      // a to z; empty: it is heard, but with unknown letters
  double earliest_s = 0.0;  // it begins no earlier, and ends no later
  double latest_s = 1e30;
};

/// Where a word was found.
struct WordFrames {
  std::size_t first = 0, last = 0;  // its first and last frame
  float probability = 0.0f;         // geometric mean over its frames of the probability of its letters
};

/// Finds the words on the most probable monotone way through the scores (Viterbi). Each letter takes at least
/// one frame; inside a word there is nothing but its letters. Before, between and after words there may be
/// silence, or speech that is not in the text at a price. Empty if the words have more letters than there are
/// frames, do not fit into their limits, or are not what is heard. Memory grows with frames and with how
/// unsure the way is, to half a gigabyte. Throws Cancelled on a stop request.
std::vector<WordFrames> best_path(const LetterScores& scores, std::span<const SpelledWord> words,
                                  const std::stop_token& stop = {});

}  // namespace tilescribe::align

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "inference/align/best_path.h"

namespace tilescribe::search {

/// What is heard, as a LetterPrefix reads it: log probabilities below the frame's best symbol.
class HeardLetters {
 public:
  static constexpr std::size_t any = align::LetterScores::symbols;  // some letter, no one knows which

  explicit HeardLetters(const align::LetterScores& scores);
  std::size_t frames() const { return frames_; }
  float at(std::size_t frame, std::size_t symbol) const { return values_[frame * stride + symbol]; }

 private:
  static constexpr std::size_t stride = any + 1;
  std::size_t frames_;
  std::vector<float> values_;  // [frames, stride]
};

/// How well a text's beginning fits the letters that are heard. The score is a log probability, at most 0: of
/// the best way through the frames up to that where the last letter begins, below the best that these frames
/// allow. So it does not matter how far a text has come. Each letter takes at least one frame; inside a word
/// there is nothing but its letters; between words there may be silence, or speech that is not in the text at
/// a price. Copies are cheap.
class LetterPrefix {
 public:
  /// Nothing is said yet. `heard` outlives it.
  explicit LetterPrefix(const HeardLetters& heard);

  /// The next letter begins a word.
  void begin_word() { between_words_ = true; }
  /// A letter 0 to 25, or HeardLetters::any.
  void say(std::size_t letter);

  float score() const { return score_; }
  /// The same if nothing follows: all frames are used.
  float whole() const;

 private:
  // A way may stand at each of the frames [first, first + size): its score.
  struct Ways {
    std::size_t first = 0;
    std::vector<float> scores;
    float at(std::size_t frame) const;
  };
  static const Ways& nothing();
  static Ways silence_after(const HeardLetters& heard, const Ways& ways, bool from_begin);

  const HeardLetters* heard_;
  std::shared_ptr<const Ways> letter_;  // ends in the last letter; null: nothing is said
  bool between_words_ = true;
  float score_ = 0.0f;
  float missed_ = 0.0f;  // of letters for which there was no frame
};

}  // namespace tilescribe::search

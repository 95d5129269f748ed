// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe {

/// The difference between two texts: the fewest word edits that turn the reference into what was heard. Words
/// are compared in lower case (ASCII only) and without punctuation at their ends. A Chinese or Japanese
/// character is a word of its own.
struct WordErrors {
  std::size_t reference_words = 0;
  std::size_t substituted = 0, lost = 0, added = 0;
  std::size_t longest_loss = 0, longest_addition = 0;  // words in a row

  /// Word error rate: edits over the reference's words.
  double rate() const {
    return static_cast<double>(substituted + lost + added) /
           static_cast<double>(std::max<std::size_t>(reference_words, 1));
  }
};

WordErrors word_errors(std::string_view reference, std::string_view heard);

/// What two words count as: the same words, or the same letters, so that case and punctuation matter too.
enum class SameWords { folded, exact };

enum class WordChange { same, replaced, lost, added };

/// A word of the first text, of the second, or of both, beside each other. Bytes; an added word has none in
/// the first text, and a lost one none in the second.
struct ComparedWord {
  WordChange change = WordChange::same;
  std::size_t before_begin = 0, before_end = 0;
  std::size_t after_begin = 0, after_end = 0;
};

/// All words of two texts, in order, with the fewest edits between them. Time grows with the product of their
/// lengths where they differ, memory only with their sum.
std::vector<ComparedWord> compare_words(std::string_view before, std::string_view after,
                                        SameWords same = SameWords::folded);

/// A piece of a text with what differs marked: the same in both, only in the first (lost), or only in the
/// second (added).
struct MarkedPiece {
  WordChange change = WordChange::same;
  std::string text;
};

/// The second text, and within it what only the first has. Line ends are those of the second text.
std::vector<MarkedPiece> marked_difference(std::string_view before, std::string_view after,
                                           const std::vector<ComparedWord>& words);

/// The sums of a comparison; its first text is the reference.
WordErrors errors_of(const std::vector<ComparedWord>& words);

}  // namespace tilescribe

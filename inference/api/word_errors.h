// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace tilescribe {

/// The difference between two texts: the fewest word edits that turn the reference into what was heard. Words
/// are compared in lower case (ASCII only) and without punctuation at their ends.
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

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tilescribe::transcript {

/// What the end of a word means for the text after it.
enum class Mark {
  none,
  clause,    // , ; : and dashes: a place to breathe
  sentence,  // . ! ? … and their full-width forms, if they end a sentence
};

/// A unit that is never divided: a word with its punctuation, or one CJK character.
struct Word {
  std::size_t begin = 0;  // bytes in the text, without white space
  std::size_t end = 0;
  double weight = 0.0;  // speaking time in units of one letter; > 0
  Mark mark = Mark::none;
};

/// Divides a text into words, in order. Every byte except white space is in exactly one word. Abbreviations
/// (Mr., e.g., initials) and decimals do not end a sentence. A word without letters and digits (a dash, a
/// lone full stop) belongs to the sentence before it.
std::vector<Word> words_of(std::string_view text);

}  // namespace tilescribe::transcript

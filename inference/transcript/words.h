// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tilescribe::transcript {

/// What a word's end says about the text behind it.
enum class Mark {
  none,
  clause,    // , ; : and dashes: a place to breathe
  sentence,  // . ! ? … and their full-width forms, where they end a sentence
};

/// A piece of text that no cut divides: a word with the punctuation on it, or one CJK character.
struct Word {
  std::size_t begin = 0;  // bytes in the text, white space excluded
  std::size_t end = 0;
  double weight = 0.0;  // how long it takes to say, in units of one letter; > 0
  Mark mark = Mark::none;
};

/// Divides a text into words, in order. Every byte but white space is in exactly one word. Abbreviations
/// (Mr., e.g., initials) and decimals end no sentence; a word with neither letters nor digits (a dash, a
/// lone full stop) belongs to the sentence before it.
std::vector<Word> words_of(std::string_view text);

}  // namespace tilescribe::transcript

// SPDX-License-Identifier: Apache-2.0
// A text's bytes, characters and words between white space, as what edits segments counts them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "inference/api/transcript.h"

namespace tilescribe::transcript {

inline bool is_blank_byte(char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

inline bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Where the character begins in which this byte is.
inline std::size_t character_begin(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && is_continuation(text[at])) --at;
  return at;
}

inline double character_count(std::string_view text) {
  return static_cast<double>(
      std::count_if(text.begin(), text.end(), [](char byte) { return !is_continuation(byte); }));
}

struct TextPiece {
  std::size_t begin;
  std::size_t end;
};

/// What stands between white space.
inline std::vector<TextPiece> text_pieces(std::string_view text) {
  std::vector<TextPiece> words;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank_byte(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !is_blank_byte(text[end])) ++end;
    words.push_back({at, end});
    at = end;
  }
  return words;
}

/// Whether the words with times are the text's words.
inline bool have_times(const std::vector<TextPiece>& pieces, const Segment& segment) {
  return !pieces.empty() &&
         std::equal(pieces.begin(), pieces.end(), segment.words.begin(), segment.words.end(),
                    [&](const TextPiece& piece, const TimedWord& word) {
                      return segment.text.compare(piece.begin, piece.end - piece.begin, word.text) == 0;
                    });
}

}  // namespace tilescribe::transcript

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tilescribe::transcript {

/// White space, in The Unicode Standard's sense.
bool is_space(char32_t c);

/// ASCII's letters.
constexpr bool is_upper(char32_t c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_lower(char32_t c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_letter(char32_t c) {
  return is_upper(c) || is_lower(c);
}

/// 0 to 9, also in full width.
constexpr bool is_digit(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 0xFF10 && c <= 0xFF19);
}

/// With ASCII's letters in lower case.
inline std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (is_upper(static_cast<unsigned char>(c))) c = static_cast<char>(c + ('a' - 'A'));
  }
  return lower;
}

/// Scripts without spaces, where a line may break after any character: kana and Han. Hangul has spaces.
bool is_ideograph(char32_t c);

/// Punctuation of these scripts: full-width marks and brackets.
bool is_wide_punctuation(char32_t c);

/// Takes the room of two Latin letters: ideographs, Hangul, full-width forms, emoji (Unicode Standard Annex
/// 11, classes W and F).
bool is_wide(char32_t c);

/// Takes no room: combining marks, joiners, variation selectors.
bool is_zero_width(char32_t c);

/// The first and the last character of a text; 0 if it is empty.
char32_t first_character(std::string_view text);
char32_t last_character(std::string_view text);

}  // namespace tilescribe::transcript

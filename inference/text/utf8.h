// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace tilescribe::text {

/// Turns a stream of bytes into valid UTF-8, piece by piece. Complete characters pass. Every maximal part of
/// an ill-formed sequence becomes one U+FFFD (The Unicode Standard, section 3.9, "U+FFFD substitution of
/// maximal subparts"; the same as Python's errors="replace"). The output does not depend on how the bytes are
/// cut into pieces.
class Utf8Replacer {
 public:
  /// Appends to `out` the characters that `bytes` completes. Keeps at most 3 bytes of an incomplete
  /// character.
  void append(std::string_view bytes, std::string& out);

  /// Appends U+FFFD if a character is still incomplete, and starts again.
  void finish(std::string& out);

 private:
  void begin_character(unsigned char lead, std::string& out);

  std::array<char, 4> pending_{};
  std::size_t held_ = 0;        // bytes of the unfinished character
  std::size_t length_ = 0;      // bytes that it will have
  unsigned char lower_ = 0x80;  // bounds of its next byte
  unsigned char upper_ = 0xBF;
};

/// The text as valid UTF-8, with ill-formed sequences replaced as in Utf8Replacer.
std::string replace_invalid_utf8(std::string_view bytes);

/// Valid UTF-8 without the whitespace at its ends. Whitespace is what Python's str.strip() removes, because
/// the chat template's `trim` does the same.
std::string_view trim_whitespace(std::string_view utf8);

}  // namespace tilescribe::text

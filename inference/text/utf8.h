// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace tilescribe::text {

/// Turns a stream of bytes into valid UTF-8, a piece at a time: complete characters pass, every maximal part
/// of an ill-formed sequence becomes one U+FFFD (The Unicode Standard, section 3.9, "U+FFFD substitution of
/// maximal subparts"; what Python's errors="replace" does). However the bytes are cut into pieces, the output
/// is the same.
class Utf8Replacer {
 public:
  /// Appends to `out` what `bytes` completes; keeps at most 3 bytes of a character that is still incomplete.
  void append(std::string_view bytes, std::string& out);

  /// Appends U+FFFD if a character is still incomplete, and starts afresh.
  void finish(std::string& out);

 private:
  void begin_character(unsigned char lead, std::string& out);

  std::array<char, 4> pending_{};
  std::size_t held_ = 0;        // bytes of the unfinished character
  std::size_t length_ = 0;      // bytes that it will have
  unsigned char lower_ = 0x80;  // bounds of its next byte
  unsigned char upper_ = 0xBF;
};

/// The text as valid UTF-8, ill-formed sequences replaced as Utf8Replacer does.
std::string replace_invalid_utf8(std::string_view bytes);

/// Valid UTF-8 without the whitespace at its ends; whitespace as Python's str.strip() has it, since the chat
/// template's `trim` is that.
std::string_view trim_whitespace(std::string_view utf8);

}  // namespace tilescribe::text

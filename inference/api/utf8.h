// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace tilescribe {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;  // bytes
  bool valid = true;       // false: a byte that does not begin a well-formed sequence; value is then U+FFFD
};

/// The code point at byte `at` (< text.size()). Overlong forms, surrogates, values above U+10FFFF and
/// truncated sequences give one invalid byte (The Unicode Standard 15.0, table 3-7).
CodePoint code_point_at(std::string_view text, std::size_t at);

bool is_valid_utf8(std::string_view text);

}  // namespace tilescribe

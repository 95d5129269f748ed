// SPDX-License-Identifier: Apache-2.0
#include "inference/api/utf8.h"

namespace tilescribe {

CodePoint code_point_at(std::string_view text, std::size_t at) {
  constexpr CodePoint invalid{U'\uFFFD', 1, false};
  const auto byte = [&](std::size_t offset) { return static_cast<unsigned char>(text[at + offset]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1, true};

  std::size_t length = 0;
  char32_t value = 0;
  char32_t smallest = 0;  // smaller values are overlong
  if (first >= 0xC2 && first <= 0xDF) {
    length = 2, value = first & 0x1FU, smallest = 0x80;
  } else if (first >= 0xE0 && first <= 0xEF) {
    length = 3, value = first & 0x0FU, smallest = 0x800;
  } else if (first >= 0xF0 && first <= 0xF4) {
    length = 4, value = first & 0x07U, smallest = 0x10000;
  } else {
    return invalid;
  }
  if (text.size() - at < length) return invalid;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return invalid;
    value = (value << 6U) | (byte(i) & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < smallest || surrogate || value > 0x10FFFF) return invalid;
  return {value, length, true};
}

bool is_valid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (!point.valid) return false;
    at += point.length;
  }
  return true;
}

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#include "inference/export/base64.h"

#include <cstdint>

namespace tilescribe::exporting {
namespace {
constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string base64(std::string_view bytes) {
  std::string text;
  for (; !bytes.empty(); bytes.remove_prefix(bytes.size() < 3 ? bytes.size() : 3)) {
    std::uint32_t group = 0;  // three bytes, the missing ones zero
    for (std::size_t i = 0; i < 3; ++i) {
      group = (group << 8U) | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= bytes.size() ? alphabet[(group >> (18U - 6U * i)) & 63U] : '=';
    }
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes;
  std::uint32_t group = 0;
  unsigned bits = 0;
  std::string_view digits = text;
  while (digits.ends_with('=')) digits.remove_suffix(1);
  for (const char c : digits) {
    const std::size_t digit = alphabet.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    group = (group << 6U) | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>((group >> bits) & 0xFFU);
    }
  }
  // Writing it again settles padding, length and the unused bits in one comparison.
  if (base64(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace tilescribe::exporting

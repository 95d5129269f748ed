// SPDX-License-Identifier: Apache-2.0
#include "app/printable.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace tilescribe {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: what begins here is no UTF-8
};

// The first character of a text that is not empty.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead < 0xC2 || lead > 0xF4 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (bytes == 0 || text.size() < bytes) return {};
  std::uint32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least.at(bytes) || code > 0x10FFFF || surrogate) return {};
  return {code, bytes};
}

// C0 and C1 controls and DEL; line and paragraph separators; embeddings, overrides and isolates of direction.
bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string escape(const char* format, unsigned value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

std::string escaped(std::uint32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  return escape(code < 0x80 ? "\\x%02X" : "\\u%04X", code);
}

std::string printable(std::string_view text, bool keeps_lines) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Character next = first_character(text);
    const std::size_t bytes = next.bytes > 0 ? next.bytes : 1;
    const bool kept = keeps_lines && (next.code == '\n' || next.code == '\t');
    if (next.bytes == 0) {
      result += escape("\\x%02X", static_cast<unsigned char>(text.front()));
    } else if (is_control(next.code) && !kept) {
      result += escaped(next.code);
    } else {
      result += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) {
  return printable(text, false);
}

std::string printable_lines(std::string_view text) {
  return printable(text, true);
}

}  // namespace tilescribe

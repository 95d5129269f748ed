// SPDX-License-Identifier: Apache-2.0
#include "app/printable.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace tilescribe {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;  // otherwise it is a byte that is no UTF-8
};

// The first character of a text that is not empty.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
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
  return {code, bytes, true};
}

// C0 and C1 controls and DEL; line and paragraph separators; embeddings, overrides and isolates of direction.
bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

// Those from U+1100 to U+115F and nearly all from U+2E80 on take two columns.
std::size_t columns_of(const Character& character) {
  const std::uint32_t code = character.code;
  return (code >= 0x1100 && code <= 0x115F) || code >= 0x2E80 ? 2 : 1;
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
    const bool kept = keeps_lines && (next.code == '\n' || next.code == '\t');
    if (!next.valid) {
      result += escape("\\x%02X", static_cast<unsigned char>(text.front()));
    } else if (is_control(next.code) && !kept) {
      result += escaped(next.code);
    } else {
      result += text.substr(0, next.bytes);
    }
    text.remove_prefix(next.bytes);
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

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (; !text.empty(); text.remove_prefix(first_length(text))) columns += columns_of(first_character(text));
  return columns;
}

std::size_t first_length(std::string_view text) {
  return first_character(text).bytes;
}

std::size_t fitting(std::string_view text, std::size_t columns) {
  std::size_t end = 0;
  while (end < text.size()) {
    const Character next = first_character(text.substr(end));
    if (columns_of(next) > columns) break;
    columns -= columns_of(next);
    end += next.bytes;
  }
  return end;
}

}  // namespace tilescribe

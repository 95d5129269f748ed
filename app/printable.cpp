// SPDX-License-Identifier: Apache-2.0
#include "app/printable.h"

#include <array>
#include <cstdio>

#include "inference/api/utf8.h"

namespace tilescribe {
namespace {

// C0 and C1 controls and DEL; line and paragraph separators; embeddings, overrides and isolates of direction.
bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

// Those from U+1100 to U+115F and nearly all from U+2E80 on take two columns.
std::size_t columns_of(char32_t code) {
  return (code >= 0x1100 && code <= 0x115F) || code >= 0x2E80 ? 2 : 1;
}

std::string escape(const char* format, unsigned value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

std::string escaped(char32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  return escape(code < 0x80 ? "\\x%02X" : "\\u%04X", code);
}

std::string printable(std::string_view text, bool keeps_lines) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const CodePoint next = code_point_at(text, 0);
    const bool kept = keeps_lines && (next.value == '\n' || next.value == '\t');
    if (!next.valid) {
      result += escape("\\x%02X", static_cast<unsigned char>(text.front()));
    } else if (is_control(next.value) && !kept) {
      result += escaped(next.value);
    } else {
      result += text.substr(0, next.length);
    }
    text.remove_prefix(next.length);
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
  for (CodePoint next; !text.empty(); text.remove_prefix(next.length)) {
    next = code_point_at(text, 0);
    columns += columns_of(next.value);
  }
  return columns;
}

std::size_t fitting(std::string_view text, std::size_t columns) {
  std::size_t end = 0;
  while (end < text.size()) {
    const CodePoint next = code_point_at(text, end);
    if (columns_of(next.value) > columns) break;
    columns -= columns_of(next.value);
    end += next.length;
  }
  return end;
}

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#include "inference/transcript/characters.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "inference/api/spacing.h"
#include "inference/api/utf8.h"

namespace tilescribe::transcript {
namespace {

struct Block {
  char32_t first, last;
};

template <std::size_t n>
bool lies_in(const std::array<Block, n>& blocks, char32_t c) {
  return std::ranges::any_of(blocks, [c](const Block& block) { return c >= block.first && c <= block.last; });
}

constexpr std::array ideographs{Block{0x3005, 0x3007},   Block{0x3041, 0x30FF},  Block{0x3400, 0x4DBF},
                                Block{0x4E00, 0x9FFF},   Block{0xF900, 0xFAFF},  Block{0xFF66, 0xFF9F},
                                Block{0x1B000, 0x1B16F}, Block{0x20000, 0x3134F}};
constexpr std::array wide_punctuation{Block{0x3001, 0x3003}, Block{0x3008, 0x3020}, Block{0x3030, 0x3030},
                                      Block{0xFF01, 0xFF0F}, Block{0xFF1A, 0xFF20}, Block{0xFF3B, 0xFF40},
                                      Block{0xFF5B, 0xFF65}};
constexpr std::array wide{Block{0x1100, 0x115F},   Block{0x2E80, 0x303E},   Block{0x3041, 0x33FF},
                          Block{0x3400, 0x4DBF},   Block{0x4E00, 0x9FFF},   Block{0xA000, 0xA4CF},
                          Block{0xA960, 0xA97F},   Block{0xAC00, 0xD7A3},   Block{0xF900, 0xFAFF},
                          Block{0xFE30, 0xFE6F},   Block{0xFF01, 0xFF60},   Block{0xFFE0, 0xFFE6},
                          Block{0x1B000, 0x1B2FF}, Block{0x1F300, 0x1F64F}, Block{0x1F680, 0x1F6FF},
                          Block{0x1F900, 0x1FAFF}, Block{0x20000, 0x3FFFD}};
constexpr std::array zero_width{Block{0x0300, 0x036F},  Block{0x0591, 0x05BD}, Block{0x064B, 0x065F},
                                Block{0x200B, 0x200F},  Block{0x202A, 0x202E}, Block{0x2060, 0x2064},
                                Block{0x20D0, 0x20FF},  Block{0x3099, 0x309A}, Block{0xFE00, 0xFE0F},
                                Block{0xFE20, 0xFE2F},  Block{0xFEFF, 0xFEFF}, Block{0x1F3FB, 0x1F3FF},
                                Block{0xE0100, 0xE01EF}};

// Quotes, dashes and ellipses of Latin and of Chinese text.
bool is_shared_mark(char32_t c) {
  return c >= 0x2010 && c <= 0x2027;
}

// A byte of a character behind its first.
bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80;
}

std::size_t last_length(std::string_view text) {
  std::size_t at = text.size();
  while (at > 0 && continues(text[at - 1])) --at;
  return at == 0 ? text.size() : text.size() - at + 1;
}

// How a text ends that ended like `before` and then got this piece.
TextEnd end_with(TextEnd before, std::string_view piece) {
  TextEnd end{last_character(piece), before.telling};
  while (is_shared_mark(last_character(piece))) piece.remove_suffix(last_length(piece));
  if (!piece.empty()) end.telling = last_character(piece);
  return end;
}

// Whether a space goes between two pieces that are not empty.
bool are_apart(TextEnd before, std::string_view after) {
  if (is_space(before.last) || is_space(first_character(after))) return false;
  // Marks that both kinds of script use say nothing.
  while (is_shared_mark(first_character(after))) after.remove_prefix(code_point_at(after, 0).length);
  const char32_t first = first_character(after);
  if (is_wide_punctuation(before.telling) || is_wide_punctuation(first)) return false;
  return !(is_ideograph(before.telling) && is_ideograph(first));
}

}  // namespace

bool is_space(char32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

bool is_ideograph(char32_t c) {
  return lies_in(ideographs, c);
}

bool is_wide_punctuation(char32_t c) {
  return lies_in(wide_punctuation, c);
}

bool is_wide(char32_t c) {
  return lies_in(wide, c) && !is_zero_width(c);
}

bool is_zero_width(char32_t c) {
  return lies_in(zero_width, c);
}

char32_t first_character(std::string_view text) {
  return text.empty() ? U'\0' : code_point_at(text, 0).value;
}

char32_t last_character(std::string_view text) {
  return first_character(text.substr(text.size() - last_length(text)));
}

}  // namespace tilescribe::transcript

namespace tilescribe {

bool space_between(std::string_view before, std::string_view after) {
  using namespace transcript;
  return !before.empty() && !after.empty() && are_apart(end_with({}, before), after);
}

void JoinedText::add(std::string_view piece) {
  using namespace transcript;
  if (piece.empty()) return;
  if (!text_.empty() && are_apart(end_, piece)) {
    text_ += ' ';
    end_ = {U' ', U' '};
  }
  std::string_view own = piece;
  // Where characters were cut, bytes belong to the one before.
  while (!text_.empty() && !own.empty() && continues(own.front())) own.remove_prefix(1);
  if (!own.empty()) end_ = end_with(end_, own);
  text_ += piece;
}

}  // namespace tilescribe

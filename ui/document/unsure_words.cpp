// SPDX-License-Identifier: Apache-2.0
#include "ui/document/unsure_words.h"

#include "inference/api/segment_edit.h"

namespace tilescribe::ui {

namespace {

/// Whether a word goes on over this place of the text.
bool joins(const std::string& text, std::size_t at) {
  if (at == 0 || at >= text.size()) return false;
  std::size_t before = at - 1;
  while (before > 0 && (static_cast<unsigned char>(text[before]) & 0xC0U) == 0x80U) --before;
  return text[before] != ' ' && text[at] != ' ' && !begins_wide(text[before]) && !begins_wide(text[at]);
}

qsizetype utf16_length(const std::string& text, std::size_t begin, std::size_t end) {
  return QString::fromUtf8(text.data() + begin, static_cast<qsizetype>(end - begin)).size();
}

}  // namespace

std::vector<TextRange> unsure_words(const Segment& segment, double below) {
  const std::string& text = segment.text;
  std::vector<TextRange> words;
  std::size_t at = 0, done = 0;  // bytes; `done` is where the last word ends
  qsizetype done_16 = 0;
  for (const Token& token : tokens_of_text(segment)) {
    std::size_t begin = at, end = at + token.bytes.size();
    at = end;
    if (token.probability >= below || end <= done) continue;
    while (begin < end && text[begin] == ' ') ++begin;
    while (end > begin && text[end - 1] == ' ') --end;
    if (begin == end) continue;
    // Tokens may be parts of a character.
    const auto inside = [&](std::size_t place) {
      return place < text.size() && (static_cast<unsigned char>(text[place]) & 0xC0U) == 0x80U;
    };
    while (begin > done && (inside(begin) || joins(text, begin))) --begin;
    while (end < text.size() && (inside(end) || joins(text, end))) ++end;
    const TextRange word{done_16 + utf16_length(text, done, begin), utf16_length(text, begin, end)};
    words.push_back(word);
    done = end;
    done_16 = word.end();
  }
  return words;
}

}  // namespace tilescribe::ui

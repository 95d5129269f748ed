// SPDX-License-Identifier: Apache-2.0
#include "ui/document/heard_word.h"

#include <algorithm>

namespace tilescribe::ui {

TextRange heard_word(const Segment& segment, double seconds) {
  constexpr double moment_s = 0.3;
  const auto next = std::ranges::upper_bound(segment.words, seconds, {}, &TimedWord::start_s);
  if (next == segment.words.begin() || seconds > std::prev(next)->end_s + moment_s) return {};
  // A word may occur several times, so all before it are passed.
  std::size_t end = 0, begin = 0;
  for (auto word = segment.words.begin(); word != next; ++word) {
    begin = segment.text.find(word->text, end);
    if (begin == std::string::npos) return {};
    end = begin + word->text.size();
  }
  const auto utf16 = [&](std::size_t from, std::size_t to) {
    return QString::fromUtf8(segment.text.data() + from, static_cast<qsizetype>(to - from)).size();
  };
  return {utf16(0, begin), utf16(begin, end)};
}

}  // namespace tilescribe::ui

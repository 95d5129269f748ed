// SPDX-License-Identifier: Apache-2.0
#include "inference/live/agreement.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "inference/transcript/words.h"

namespace tilescribe::live {
namespace {

using transcript::Word;

// A text, and where each of its tokens begins.
struct Spelled {
  std::string text;
  std::vector<std::size_t> begins;
  std::vector<Word> words;
};

Spelled spell(std::span<const Token> tokens) {
  Spelled spelled;
  for (const Token& token : tokens) {
    spelled.begins.push_back(spelled.text.size());
    spelled.text += token.bytes;
  }
  spelled.words = transcript::words_of(spelled.text);
  return spelled;
}

// Whether all of these bytes end a word rather than continue it. When the speech breaks off, a decode closes
// its sentence; the next decode may drop the full stop again.
bool is_closing(std::string_view bytes) {
  static constexpr std::string_view marks[]{".",  ",",  "!",  "?",  ";",  ":", "…",
                                            "。", "，", "！", "？", "；", "："};
  while (!bytes.empty()) {
    const auto* mark = std::ranges::find_if(marks, [&](std::string_view m) { return bytes.starts_with(m); });
    if (mark == std::end(marks)) return false;
    bytes.remove_prefix(mark->size());
  }
  return true;
}

// The word that contains or begins at token `index`; null after the last one.
const Word* word_at(const Spelled& spelled, std::size_t index) {
  if (index >= spelled.begins.size()) return nullptr;
  const auto found =
      std::ranges::find_if(spelled.words, [&](const Word& word) { return word.end > spelled.begins[index]; });
  return found == spelled.words.end() ? nullptr : &*found;
}

bool begins_word(const Spelled& spelled, std::size_t index) {
  const Word* word = word_at(spelled, index);
  return word != nullptr && word->begin >= spelled.begins[index];
}

// Whether a word ends before token `index` and something follows it.
bool ends_word(const Spelled& spelled, std::size_t index) {
  const Word* word = word_at(spelled, index);
  if (word == nullptr) return false;
  const std::size_t at = spelled.begins[index];
  return word->begin >= at || is_closing(std::string_view(spelled.text).substr(at, word->end - at));
}

}  // namespace

std::size_t confident_tokens(std::span<const Token> tokens, float least) {
  const auto doubtful =
      std::ranges::find_if(tokens, [&](const Token& token) { return token.probability < least; });
  auto count = static_cast<std::size_t>(doubtful - tokens.begin());
  if (count == tokens.size()) return count;
  const Spelled spelled = spell(tokens);
  while (count > 0 && !begins_word(spelled, count)) --count;
  return count;
}

std::size_t agreed_tokens(std::span<const Token> before, std::span<const Token> now, std::size_t fixed) {
  std::size_t common = 0;
  const std::size_t most = std::min(before.size(), now.size());
  while (common < most && before[common].id == now[common].id) ++common;
  const Spelled spelled_before = spell(before);
  const Spelled spelled_now = spell(now);
  for (std::size_t count = common; count > fixed; --count) {
    if (ends_word(spelled_before, count) && ends_word(spelled_now, count)) return count;
  }
  return fixed;
}

}  // namespace tilescribe::live

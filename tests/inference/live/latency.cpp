// SPDX-License-Identifier: Apache-2.0
#include "tests/inference/live/latency.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace tilescribe::test {
namespace {

std::string normal(std::string_view word) {
  std::string letters;
  for (const char letter : word) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '\'')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return letters;
}

std::vector<std::string> words_in(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    if (std::string plain = normal(word); !plain.empty()) words.push_back(std::move(plain));
  }
  return words;
}

}  // namespace

std::string fixed_text(const std::vector<Shown>& all) {
  std::string text;
  int utterance = -1;
  for (const Shown& shown : all) {
    if (!shown.fixed) continue;
    if (shown.piece.utterance != utterance && !text.empty()) text += ' ';
    utterance = shown.piece.utterance;
    text += shown.piece.text;
  }
  return text;
}

Latencies latencies(const std::vector<Shown>& all, const std::vector<SpokenWord>& spoken) {
  // The words in the order of the final text, with the times at which they were there and stayed.
  const std::vector<std::string> final_words = words_in(fixed_text(all));
  std::vector<double> shown(final_words.size(), -1.0), fixed(final_words.size(), -1.0);
  std::string before;
  int utterance = 0;
  for (const Shown& event : all) {
    if (event.piece.utterance != utterance) {
      before += ' ';
      utterance = event.piece.utterance;
    }
    const std::vector<std::string> now = words_in(before + event.piece.text);
    for (std::size_t i = 0; i < std::min(now.size(), final_words.size()); ++i) {
      if (now[i] == final_words[i] && shown[i] < 0.0) shown[i] = event.at_s;
      if (now[i] == final_words[i] && event.fixed && fixed[i] < 0.0) fixed[i] = event.at_s;
    }
    if (event.fixed) before += event.piece.text;
  }
  Latencies result;
  std::size_t at = 0;
  for (const SpokenWord& word : spoken) {  // what was misheard is skipped on either side
    const auto found = std::find(
        final_words.begin() + static_cast<std::ptrdiff_t>(at),
        final_words.begin() + static_cast<std::ptrdiff_t>(std::min(at + 3, final_words.size())), word.text);
    const auto index = static_cast<std::size_t>(found - final_words.begin());
    if (index >= final_words.size() || final_words[index] != word.text) continue;
    at = index + 1;
    result.shown_s.push_back(shown[index] - word.end_s);
    result.fixed_s.push_back(fixed[index] - word.end_s);
  }
  return result;
}

}  // namespace tilescribe::test

// SPDX-License-Identifier: Apache-2.0
#include "inference/api/word_errors.h"

#include <cctype>
#include <string>
#include <vector>

namespace tilescribe {
namespace {

std::vector<std::string> folded_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    const auto letter = [](unsigned char c) { return std::isalnum(c) != 0 || c >= 0x80; };
    const auto begin = std::find_if(word.begin(), word.end(), letter);
    const auto end = std::find_if(word.rbegin(), word.rend(), letter).base();
    if (begin < end) words.emplace_back(begin, end);
    word.clear();
  };
  for (const char letter : text) {
    const auto c = static_cast<unsigned char>(letter);
    if (std::isspace(c) != 0) {
      end_word();
    } else {
      word += static_cast<char>(std::tolower(c));
    }
  }
  end_word();
  return words;
}

}  // namespace

WordErrors word_errors(std::string_view reference, std::string_view heard) {
  const std::vector<std::string> from = folded_words(reference), to = folded_words(heard);
  const std::size_t width = to.size() + 1;
  std::vector<std::size_t> edits((from.size() + 1) * width);  // [words of from][words of to]
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      std::size_t& best = edits[i * width + j];
      if (i == 0 || j == 0) {
        best = i + j;
        continue;
      }
      const std::size_t change = from[i - 1] == to[j - 1] ? 0 : 1;
      best = std::min({edits[(i - 1) * width + j - 1] + change, edits[(i - 1) * width + j] + 1,
                       edits[i * width + j - 1] + 1});
    }
  }
  WordErrors errors{.reference_words = from.size()};
  std::size_t losing = 0, adding = 0;
  for (std::size_t i = from.size(), j = to.size(); i > 0 || j > 0;) {
    const std::size_t here = edits[i * width + j];
    const bool equal = i > 0 && j > 0 && from[i - 1] == to[j - 1];
    if (i > 0 && j > 0 && here == edits[(i - 1) * width + j - 1] + (equal ? 0 : 1)) {
      errors.substituted += equal ? 0 : 1;
      losing = adding = 0;
      --i, --j;
    } else if (i > 0 && here == edits[(i - 1) * width + j] + 1) {
      ++errors.lost;
      errors.longest_loss = std::max(errors.longest_loss, ++losing);
      --i;
    } else {
      ++errors.added;
      errors.longest_addition = std::max(errors.longest_addition, ++adding);
      --j;
    }
  }
  return errors;
}

}  // namespace tilescribe

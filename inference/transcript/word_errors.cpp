// SPDX-License-Identifier: Apache-2.0
#include "inference/api/word_errors.h"

#include <cctype>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "inference/api/spacing.h"
#include "inference/api/utf8.h"
#include "inference/transcript/characters.h"
#include "inference/transcript/words.h"

namespace tilescribe {
namespace {

using Numbers = std::span<const int>;  // words, each by its number

enum class Edit { both, lost, added };  // `both`: the same, or replaced

struct ComparedText {
  std::vector<transcript::Word> words;
  std::vector<int> numbers;
};

bool is_mark(char32_t c) {
  if (c < 0x80) return std::isalnum(static_cast<unsigned char>(c)) == 0;
  return transcript::is_wide_punctuation(c) || (c >= 0x2010 && c <= 0x2027);
}

// In lower case and without the marks at its ends; empty: there is nothing else.
std::string folded(std::string_view word) {
  std::size_t begin = word.size(), end = 0;
  for (std::size_t at = 0; at < word.size();) {
    const CodePoint point = code_point_at(word, at);
    if (!is_mark(point.value)) {
      begin = std::min(begin, at);
      end = at + point.length;
    }
    at += point.length;
  }
  return transcript::lowered(word.substr(std::min(begin, end), end - std::min(begin, end)));
}

ComparedText numbered(std::string_view text, SameWords same, std::map<std::string, int>& known) {
  ComparedText result;
  for (const transcript::Word& word : transcript::words_of(text)) {
    const std::string_view letters = text.substr(word.begin, word.end - word.begin);
    const std::string key = same == SameWords::exact ? std::string(letters) : folded(letters);
    if (key.empty()) continue;
    result.words.push_back(word);
    result.numbers.push_back(known.try_emplace(key, static_cast<int>(known.size())).first->second);
  }
  return result;
}

// The whole table of edit distances, and the way back through it.
void align_small(Numbers from, Numbers to, std::vector<Edit>& edits) {
  const std::size_t width = to.size() + 1;
  std::vector<std::uint32_t> table((from.size() + 1) * width);  // [words of from][words of to]
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      std::uint32_t& best = table[i * width + j];
      if (i == 0 || j == 0) {
        best = static_cast<std::uint32_t>(i + j);
        continue;
      }
      const std::uint32_t change = from[i - 1] == to[j - 1] ? 0 : 1;
      best = std::min({table[(i - 1) * width + j - 1] + change, table[(i - 1) * width + j] + 1,
                       table[i * width + j - 1] + 1});
    }
  }
  std::vector<Edit> backwards;
  for (std::size_t i = from.size(), j = to.size(); i > 0 || j > 0;) {
    const std::uint32_t here = table[i * width + j];
    const std::uint32_t change = i > 0 && j > 0 && from[i - 1] == to[j - 1] ? 0 : 1;
    if (i > 0 && j > 0 && here == table[(i - 1) * width + j - 1] + change) {
      backwards.push_back(Edit::both);
      --i, --j;
    } else if (i > 0 && here == table[(i - 1) * width + j] + 1) {
      backwards.push_back(Edit::lost);
      --i;
    } else {
      backwards.push_back(Edit::added);
      --j;
    }
  }
  edits.insert(edits.end(), backwards.rbegin(), backwards.rend());
}

// The distances between all of `from` and each beginning of `to`; of their ends, where `backwards` is set.
std::vector<std::uint32_t> last_row(Numbers from, Numbers to, bool backwards) {
  const auto word = [backwards](Numbers words, std::size_t i) {
    return backwards ? words[words.size() - 1 - i] : words[i];
  };
  std::vector<std::uint32_t> row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = static_cast<std::uint32_t>(j);
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::uint32_t diagonal = std::exchange(row[0], static_cast<std::uint32_t>(i + 1));
    const int one = word(from, i);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::uint32_t change = one == word(to, j) ? 0 : 1;
      const std::uint32_t best = std::min({diagonal + change, row[j] + 1, row[j + 1] + 1});
      diagonal = std::exchange(row[j + 1], best);
    }
  }
  return row;
}

// Hirschberg (1975): both are divided where the two halves' distances sum up to the least.
void align(Numbers from, Numbers to, std::vector<Edit>& edits) {
  constexpr std::size_t most_cells = 1 << 20;
  std::size_t before = 0;
  while (before < std::min(from.size(), to.size()) && from[before] == to[before]) ++before;
  edits.insert(edits.end(), before, Edit::both);
  from = from.subspan(before), to = to.subspan(before);
  std::size_t behind = 0;
  while (behind < std::min(from.size(), to.size()) &&
         from[from.size() - 1 - behind] == to[to.size() - 1 - behind])
    ++behind;
  from = from.first(from.size() - behind), to = to.first(to.size() - behind);
  if (from.size() < 2 || (from.size() + 1) * (to.size() + 1) <= most_cells) {
    align_small(from, to, edits);
  } else {
    const std::size_t half = from.size() / 2;
    const std::vector<std::uint32_t> left = last_row(from.first(half), to, false),
                                     right = last_row(from.subspan(half), to, true);
    std::size_t best = 0;
    for (std::size_t j = 0; j <= to.size(); ++j) {
      if (left[j] + right[to.size() - j] < left[best] + right[to.size() - best]) best = j;
    }
    align(from.first(half), to.first(best), edits);
    align(from.subspan(half), to.subspan(best), edits);
  }
  edits.insert(edits.end(), behind, Edit::both);
}

}  // namespace

std::vector<ComparedWord> compare_words(std::string_view before, std::string_view after, SameWords same) {
  std::map<std::string, int> known;
  const ComparedText from = numbered(before, same, known), to = numbered(after, same, known);
  std::vector<Edit> edits;
  align(from.numbers, to.numbers, edits);
  std::vector<ComparedWord> words;
  words.reserve(edits.size());
  std::size_t i = 0, j = 0;
  for (const Edit edit : edits) {
    ComparedWord& word = words.emplace_back();
    if (edit == Edit::both) {
      word.change = from.numbers[i] == to.numbers[j] ? WordChange::same : WordChange::replaced;
    } else {
      word.change = edit == Edit::lost ? WordChange::lost : WordChange::added;
    }
    if (edit != Edit::added) {
      word.before_begin = from.words[i].begin;
      word.before_end = from.words[i++].end;
    }
    if (edit != Edit::lost) {
      word.after_begin = to.words[j].begin;
      word.after_end = to.words[j++].end;
    }
  }
  return words;
}

std::vector<MarkedPiece> marked_difference(std::string_view before, std::string_view after,
                                           const std::vector<ComparedWord>& words) {
  std::vector<MarkedPiece> pieces;
  std::string lost, added;                    // of the run that is being collected
  std::size_t before_end = 0, after_end = 0;  // of the last word of each
  const auto append = [&pieces](WordChange change, const std::string& text) {
    if (text.empty()) return;
    if (pieces.empty() || pieces.back().change != change) pieces.push_back({change, {}});
    pieces.back().text += text;
  };
  // White space before a run is the same in both.
  const auto put = [&](WordChange change, const std::string& run) {
    const std::size_t first = std::min(run.find_first_not_of(" \n\t"), run.size());
    append(WordChange::same, run.substr(0, first));
    if (first == 0 && !pieces.empty() && space_between(pieces.back().text, run))
      append(WordChange::same, " ");
    append(change, run.substr(first));
  };
  const auto end_run = [&] {
    put(WordChange::lost, std::exchange(lost, {}));
    put(WordChange::added, std::exchange(added, {}));
  };
  for (const ComparedWord& word : words) {
    const bool is_same = word.change == WordChange::same;
    if (is_same) end_run();
    if (word.change != WordChange::added) {
      std::string text(before.substr(before_end, word.before_end - before_end));
      std::ranges::replace(text, '\n', ' ');
      before_end = word.before_end;
      if (!is_same) lost += text;
    }
    if (word.change != WordChange::lost) {
      const std::string text(after.substr(after_end, word.after_end - after_end));
      after_end = word.after_end;
      is_same ? put(WordChange::same, text) : static_cast<void>(added += text);
    }
  }
  end_run();
  append(WordChange::same, std::string(after.substr(after_end)));
  return pieces;
}

WordErrors errors_of(const std::vector<ComparedWord>& words) {
  WordErrors errors;
  std::size_t losing = 0, adding = 0;
  for (const ComparedWord& word : words) {
    errors.reference_words += word.change == WordChange::added ? 0 : 1;
    if (word.change == WordChange::lost) {
      ++errors.lost;
      errors.longest_loss = std::max(errors.longest_loss, ++losing);
    } else if (word.change == WordChange::added) {
      ++errors.added;
      errors.longest_addition = std::max(errors.longest_addition, ++adding);
    } else {
      errors.substituted += word.change == WordChange::replaced ? 1 : 0;
      losing = adding = 0;
    }
  }
  return errors;
}

WordErrors word_errors(std::string_view reference, std::string_view heard) {
  return errors_of(compare_words(reference, heard));
}

}  // namespace tilescribe

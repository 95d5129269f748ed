// SPDX-License-Identifier: Apache-2.0
#include "inference/transcript/words.h"

#include <algorithm>
#include <array>
#include <string>

#include "inference/api/utf8.h"
#include "inference/transcript/characters.h"

namespace tilescribe::transcript {
namespace {

using namespace std::string_view_literals;

// Speaking times, in units of one Latin letter (about 65 ms in read English).
constexpr double letter_weight = 1.0;
constexpr double spelled_weight = 3.5;    // a letter of an acronym ("GPU") is one or two syllables
constexpr double digit_weight = 4.0;      // "7" is spoken as "seven"
constexpr double ideograph_weight = 3.0;  // one syllable
constexpr double symbol_weight = 5.0;     // %, &, + … are spoken as words
constexpr double word_weight = 1.5;       // added per word
constexpr double mute_weight = 0.1;       // punctuation alone: almost nothing, but never zero

bool contains(std::u32string_view set, char32_t c) {
  return set.find(c) != std::u32string_view::npos;
}

bool is_sentence_mark(char32_t c) {
  return contains(U".!?…。！？｡"sv, c);
}
bool is_wide_sentence_mark(char32_t c) {
  return contains(U"。！？｡"sv, c);
}
bool is_clause_mark(char32_t c) {
  return contains(U",;:—–，；：、､"sv, c);
}
bool is_closing(char32_t c) {
  return contains(U"\"')]}”’»›」』）】》〉"sv, c);
}
bool is_opening(char32_t c) {
  return contains(U"([{“‘«‹「『（【《〈¿¡"sv, c);
}
bool is_symbol(char32_t c) {
  return contains(U"%&+=@#$€£¥°§/*"sv, c);
}
bool is_mute(char32_t c) {
  return is_sentence_mark(c) || is_clause_mark(c) || is_closing(c) || is_opening(c) || c == '-' || c == '_' ||
         (c >= 0x2010 && c <= 0x2027);
}

// Belongs to the character before it: closing punctuation, combining marks.
bool clings(char32_t c) {
  return (is_mute(c) && !is_opening(c)) || is_zero_width(c);
}

struct Character {
  char32_t value = 0;
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
};

std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> characters;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    characters.push_back({point.value, at, at + point.length});
    at += point.length;
  }
  return characters;
}

using Range = std::pair<std::size_t, std::size_t>;  // of characters, half open

// Splits at white space, and after each ideograph and wide full stop with its closing marks.
std::vector<Range> ranges_of(const std::vector<Character>& text) {
  std::vector<Range> ranges;
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_space(text[at].value)) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && is_opening(text[at].value)) ++at;  // stays with what it opens
    while (at < text.size() && !is_space(text[at].value)) {
      const char32_t c = text[at].value;
      ++at;
      if (!is_ideograph(c) && !is_wide_sentence_mark(c)) {
        if (at < text.size() && is_ideograph(text[at].value)) break;
        continue;
      }
      while (at < text.size() && clings(text[at].value)) ++at;
      break;
    }
    ranges.emplace_back(begin, at);
  }
  return ranges;
}

double weight_of(const std::vector<Character>& text, Range range, bool has_lower_case) {
  std::size_t capitals = 0;
  std::size_t letters = 0;
  double weight = 0.0;
  for (std::size_t i = range.first; i < range.second; ++i) {
    const char32_t c = text[i].value;
    if (is_mute(c)) continue;
    if (is_digit(c)) {
      weight += digit_weight;
    } else if (is_ideograph(c)) {
      weight += ideograph_weight;
    } else if (is_symbol(c)) {
      weight += symbol_weight;
    } else {
      weight += letter_weight;
      ++letters;
      capitals += is_upper(c) ? 1 : 0;
    }
  }
  const bool acronym = has_lower_case && capitals == letters && capitals >= 2 && capitals <= 4;
  if (acronym) weight += static_cast<double>(capitals) * (spelled_weight - letter_weight);
  return weight > 0.0 ? weight + word_weight : mute_weight;
}

// Abbreviations whose full stop ends no sentence, unless (second list) a capital follows. In lower case.
constexpr std::array titles{"mr"sv,  "mrs"sv,    "ms"sv,  "dr"sv,     "prof"sv, "st"sv,  "capt"sv,
                            "gen"sv, "col"sv,    "sgt"sv, "lt"sv,     "rev"sv,  "hon"sv, "sen"sv,
                            "gov"sv, "messrs"sv, "mme"sv, "mt"sv,     "e.g"sv,  "i.e"sv, "vs"sv,
                            "cf"sv,  "viz"sv,    "ca"sv,  "approx"sv, "fig"sv};
constexpr std::array shortened{"etc"sv, "jr"sv,  "sr"sv,  "inc"sv, "ltd"sv,  "co"sv,   "corp"sv, "bros"sv,
                               "a.m"sv, "p.m"sv, "u.s"sv, "u.k"sv, "ph.d"sv, "dept"sv, "est"sv,  "al"sv};

bool one_of(const auto& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Whether the full stop after `word` (without the marks around it) is an abbreviation's. `next`: the first
// character of the next word, 0 at the end of the text.
bool is_abbreviation(std::string_view word, char32_t next) {
  const std::string lower = lowered(word);
  if (next == 0) return false;
  if (one_of(titles, lower)) return true;
  if (one_of(shortened, lower)) return is_lower(next);
  if (lower == "no") return is_digit(next);  // "No. 5", but "No. It is not."
  const bool initial = word.size() == 1 && is_upper(static_cast<unsigned char>(word[0])) && word != "I";
  return initial;
}

Mark mark_of(const std::vector<Character>& characters, std::string_view text, Range range, char32_t next) {
  std::size_t last = range.second;
  while (last > range.first && is_closing(characters[last - 1].value)) --last;
  if (last == range.first) return Mark::none;
  const char32_t mark = characters[last - 1].value;
  if (is_clause_mark(mark)) return Mark::clause;
  if (!is_sentence_mark(mark)) return Mark::none;
  if (mark != '.') return Mark::sentence;

  std::size_t first = range.first;
  while (first + 1 < last && (is_opening(characters[first].value) || is_closing(characters[first].value))) {
    ++first;
  }
  const std::size_t from = characters[first].begin;
  const std::string_view word = text.substr(from, characters[last - 1].begin - from);
  return is_abbreviation(word, next) ? Mark::none : Mark::sentence;
}

// Punctuation alone is no sentence: after a sentence it moves its end, at the start it belongs to the first.
void join_mute_words(std::vector<Word>& words) {
  bool said = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool mute = words[i].weight <= mute_weight;
    said = said || !mute;
    if (!mute) continue;
    if (!said) {
      words[i].mark = Mark::none;
    } else {
      words[i].mark = std::max(words[i].mark, words[i - 1].mark);
      words[i - 1].mark = Mark::none;
    }
  }
}

}  // namespace

std::vector<Word> words_of(std::string_view text) {
  const std::vector<Character> characters = characters_of(text);
  const std::vector<Range> ranges = ranges_of(characters);
  // If all of the text is in capitals, they do not indicate acronyms.
  const bool has_lower_case =
      std::any_of(characters.begin(), characters.end(), [](const Character& c) { return is_lower(c.value); });
  std::vector<Word> words;
  words.reserve(ranges.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const Range range = ranges[i];
    const char32_t next = i + 1 < ranges.size() ? characters[ranges[i + 1].first].value : U'\0';
    words.push_back({characters[range.first].begin, characters[range.second - 1].end,
                     weight_of(characters, range, has_lower_case), mark_of(characters, text, range, next)});
  }
  join_mute_words(words);
  return words;
}

}  // namespace tilescribe::transcript

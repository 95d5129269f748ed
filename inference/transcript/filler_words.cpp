// SPDX-License-Identifier: Apache-2.0
#include "inference/transcript/filler_words.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "inference/api/utf8.h"
#include "inference/transcript/characters.h"

namespace tilescribe::transcript {
namespace {

using namespace std::string_view_literals;

constexpr std::array english{"um"sv, "umm"sv, "uhm"sv, "uh"sv,  "uhh"sv,
                             "er"sv, "erm"sv, "hm"sv,  "hmm"sv, "hmmm"sv};

// What stands between white space: letters, and the marks behind them.
struct SpacedWord {
  std::size_t begin = 0, letters_end = 0, end = 0;
  bool filler = false;
};

// Of a word without marks before it: "(um)" and "\"um\"" stay.
bool is_filler(std::string_view letters) {
  std::string lower(letters);
  if (!lower.empty() && is_upper(lower[0])) lower[0] = static_cast<char>(lower[0] + 32);  // not "UM"
  return std::ranges::find(english, lower) != english.end();
}

std::vector<SpacedWord> spaced_words_of(const std::string& text) {
  std::vector<SpacedWord> words;
  const auto blank = [&](std::size_t at) {
    return text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r');
  };
  for (std::size_t at = 0; at < text.size();) {
    if (blank(at)) {
      ++at;
      continue;
    }
    SpacedWord word{at, 0, at};
    while (word.end < text.size() && !blank(word.end)) ++word.end;
    word.letters_end = word.begin;
    while (word.letters_end < word.end && is_letter(text[word.letters_end])) ++word.letters_end;
    const std::string_view marks(text.data() + word.letters_end, word.end - word.letters_end);
    const bool plain_marks = marks == "…" || marks.find_first_not_of(",.;:?!") == std::string_view::npos;
    word.filler =
        plain_marks && is_filler(std::string_view(text).substr(word.begin, word.letters_end - word.begin));
    words.push_back(word);
    at = word.end;
  }
  return words;
}

// The mark that ends a sentence at the end of these; 0: none. Three dots are a pause.
char sentence_mark(std::string_view marks) {
  if (marks.empty() || marks.ends_with("..")) return '\0';
  return marks.back() == '.' || marks.back() == '?' || marks.back() == '!' ? marks.back() : '\0';
}

bool ends_sentence(std::string_view text) {
  while (!text.empty() && (text.back() == '"' || text.back() == ')')) text.remove_suffix(1);
  return text.empty() || sentence_mark(text) != '\0';
}

// These words go, with others before or behind them.
TextEdit without_fillers(const std::string& text, const std::vector<SpacedWord>& words, std::size_t first,
                         std::size_t behind) {
  const SpacedWord& last = words[behind - 1];
  const std::string_view all(text);
  const std::string_view before = first > 0 ? all.substr(0, words[first - 1].end) : ""sv;
  const bool has_next = behind < words.size();
  const char mark = sentence_mark(all.substr(last.letters_end, last.end - last.letters_end));
  const std::size_t end = has_next ? words[behind].begin : last.end;
  if (mark != '\0' && !ends_sentence(before)) {  // "so, um." ends with the word before
    std::size_t begin = before.size();
    while (begin > 0 && (text[begin - 1] == ',' || text[begin - 1] == ';' || text[begin - 1] == ':')) --begin;
    return {begin, end - begin, std::string(1, mark) + (has_next ? " " : "")};
  }
  if (!has_next) return {before.size(), end - before.size(), {}};
  TextEdit edit{words[first].begin, end - words[first].begin, {}};
  if (is_upper(text[words[first].begin]) && ends_sentence(before) && is_lower(text[end])) {
    ++edit.length;
    edit.with = std::string(1, static_cast<char>(text[end] - 32));
  }
  return edit;
}

bool is_chinese_filler(char32_t c) {
  return c == U'嗯' || c == U'呃';
}

bool ends_chinese_sentence(char32_t c) {
  return U"。！？.!?"sv.find(c) != std::u32string_view::npos;
}

}  // namespace

std::vector<TextEdit> english_fillers(const std::string& text) {
  const std::vector<SpacedWord> words = spaced_words_of(text);
  std::vector<TextEdit> edits;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t behind = i;
    while (behind < words.size() && words[behind].filler) ++behind;
    if (behind > i && (i > 0 || behind < words.size()))
      edits.push_back(without_fillers(text, words, i, behind));
    i = std::max(behind, i + 1);
  }
  return edits;
}

std::vector<TextEdit> chinese_fillers(const std::string& text) {
  std::vector<TextEdit> edits;
  const auto at_place = [&](std::size_t at) {
    return at < text.size() ? code_point_at(text, at) : CodePoint{U'\0', 0, true};
  };
  char32_t before = 0;  // 0: the beginning
  std::size_t before_begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint here = code_point_at(text, at);
    const bool clause =
        before == 0 || is_wide_punctuation(before) || U",.;:!?…"sv.find(before) != std::u32string_view::npos;
    if (!clause || !is_chinese_filler(here.value)) {
      if (!is_space(here.value)) before = here.value, before_begin = at;
      at += here.length;
      continue;
    }
    std::size_t end = at;
    while (is_chinese_filler(at_place(end).value)) end += at_place(end).length;
    const char32_t next = at_place(end).value;
    std::size_t behind = end;
    while (U"，、,… "sv.find(at_place(behind).value) != std::u32string_view::npos)
      behind += at_place(behind).length;
    const bool word = next == U'哼' || next == U'逆';  // 嗯哼, 呃逆
    const bool comma = before == U'，' || before == U'、' || before == U',';
    if (ends_chinese_sentence(next) && comma) {
      edits.push_back({before_begin, end - before_begin, {}});
    } else if (!word && behind < text.size() && (behind > end || is_ideograph(next))) {
      edits.push_back({at, behind - at, {}});
      end = behind;
    }
    // What comes now begins no clause by itself.
    before = U'嗯';
    before_begin = at;
    at = end;
  }
  return edits;
}

}  // namespace tilescribe::transcript

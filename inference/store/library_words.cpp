// SPDX-License-Identifier: Apache-2.0
#include "inference/store/library_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "inference/api/utf8.h"
#include "inference/transcript/characters.h"

namespace tilescribe::store {
namespace {

// Nobody types more, and a search can't be stopped while somebody waits for the program to quit.
constexpr std::size_t most_letters = 200;
constexpr std::size_t most_terms = 32;
constexpr std::size_t least_prefix = 2;  // letters of a search alone, so that "a" does not find every a

bool stands_alone(char32_t c) {
  return transcript::is_ideograph(c) || (c >= 0xAC00 && c <= 0xD7A3);
}

bool is_quote(char32_t c) {
  return c == '"' || c == U'“' || c == U'”' || c == U'„';
}

// Symbols, which FTS5's tokenizer leaves out: the blocks of The Unicode Standard that have Sc, Sk, Sm and So
// alone, or nearly. Numbers in circles are words, and are not among them.
bool is_symbol(char32_t c) {
  static constexpr std::pair<char32_t, char32_t> symbols[] = {
      {0xD7, 0xD7},       {0xF7, 0xF7},      {0x20A0, 0x20CF}, {0x2100, 0x2101},   {0x2103, 0x2106},
      {0x2116, 0x2118},   {0x2120, 0x2123},  {0x2190, 0x245F}, {0x2500, 0x2775},   {0x2794, 0x2BFF},
      {0x3012, 0x3013},   {0xFE00, 0xFE0F},  {0xFFE0, 0xFFE6}, {0x1F000, 0x1F0FF}, {0x1F10D, 0x1FAFF},
      {0xE0020, 0xE007F}, {0xE0100, 0xE01EF}};
  return std::ranges::any_of(symbols,
                             [c](const auto& block) { return c >= block.first && c <= block.second; });
}

// Whether FTS5 may find a word in it: a text of nothing but marks has none, and would match nothing.
bool has_words(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    at += point.length;
    const char32_t c = point.value;
    const bool ascii_word = c < 0x80 && (transcript::is_digit(c) || transcript::is_letter(c));
    const bool mark = transcript::is_wide_punctuation(c) || (c >= 0x2000 && c <= 0x206F) || c < 0xC0;
    if (ascii_word || (!mark && !is_symbol(c) && !transcript::is_space(c))) return true;
  }
  return false;
}

// Letters at the end that belong to one word, which may go on.
std::size_t open_letters(std::string_view text) {
  std::size_t letters = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const bool ends = stands_alone(point.value) || !has_words(text.substr(at, point.length));
    letters = ends ? 0 : letters + 1;
    at += point.length;
  }
  return letters;
}

}  // namespace

std::string indexed_words(std::string_view text) {
  std::string words;
  words.reserve(text.size() + 16);
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const bool alone = stands_alone(point.value);
    if (alone) words += ' ';
    words += text.substr(at, point.length);
    if (alone) words += ' ';
    at += point.length;
  }
  return words;
}

std::vector<SearchTerm> search_terms(std::string_view typed) {
  std::vector<SearchTerm> terms;
  SearchTerm term;
  const auto end_term = [&](bool quoted_next) {
    if (has_words(term.text)) terms.push_back(std::move(term));
    term = {.text = {}, .quoted = quoted_next};
  };
  std::size_t letters = 0;
  for (std::size_t at = 0; at < typed.size() && letters < most_letters; ++letters) {
    const CodePoint point = code_point_at(typed, at);
    if (is_quote(point.value)) {
      end_term(!term.quoted);
    } else if (transcript::is_space(point.value) && !term.quoted) {
      end_term(false);
    } else if (point.value != 0) {
      term.text += typed.substr(at, point.length);
    }
    at += point.length;
  }
  const bool open_quote = term.quoted;  // somebody is still typing the phrase
  end_term(false);
  if (open_quote && !terms.empty()) terms.back().quoted = false;
  if (terms.size() > most_terms) terms.resize(most_terms);
  return terms;
}

std::string match_expression(const std::vector<SearchTerm>& terms) {
  std::string expression;
  for (const SearchTerm& term : terms) {
    if (!expression.empty()) expression += " AND ";
    expression += '"' + indexed_words(term.text) + '"';  // a term has no quotes
    const std::size_t least = terms.size() > 1 ? 1 : least_prefix;
    if (&term == &terms.back() && !term.quoted && open_letters(term.text) >= least) expression += " *";
  }
  return expression;
}

}  // namespace tilescribe::store

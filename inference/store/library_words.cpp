// SPDX-License-Identifier: Apache-2.0
#include "inference/store/library_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "inference/api/utf8.h"
#include "inference/transcript/characters.h"

namespace tilescribe::store {
namespace {

constexpr std::size_t least_prefix = 2;  // letters, so that "a" does not find every word with an a

bool stands_alone(char32_t c) {
  return transcript::is_ideograph(c) || (c >= 0xAC00 && c <= 0xD7A3);
}

bool is_quote(char32_t c) {
  return c == '"' || c == U'“' || c == U'”' || c == U'„';
}

// Whether FTS5 may find a word in it: a text of nothing but marks has none, and would match nothing.
bool has_words(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    at += point.length;
    const char32_t c = point.value;
    const bool ascii_word = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    const bool mark = transcript::is_wide_punctuation(c) || (c >= 0x2000 && c <= 0x206F) || c < 0xC0;
    if (ascii_word || (!mark && !transcript::is_space(c))) return true;
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
  for (std::size_t at = 0; at < typed.size();) {
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
  return terms;
}

std::string match_expression(const std::vector<SearchTerm>& terms) {
  std::string expression;
  for (const SearchTerm& term : terms) {
    if (!expression.empty()) expression += " AND ";
    expression += '"' + indexed_words(term.text) + '"';  // a term has no quotes
    if (&term == &terms.back() && !term.quoted && open_letters(term.text) >= least_prefix) expression += " *";
  }
  return expression;
}

}  // namespace tilescribe::store

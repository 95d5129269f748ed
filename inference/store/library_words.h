// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::store {

/// A text as it is indexed: each CJK character (Han, kana, Hangul syllables) is a word of its own.
std::string indexed_words(std::string_view text);

/// What a user typed into the search: words, and phrases in quotes.
struct SearchTerm {
  std::string text;
  bool quoted = false;
};
std::vector<SearchTerm> search_terms(std::string_view typed);

/// The terms as an expression of FTS5 over indexed_words; empty: they have no words.
std::string match_expression(const std::vector<SearchTerm>& terms);

}  // namespace tilescribe::store

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace tilescribe {

/// Whether a space goes between two pieces of text, one after the other: not where Chinese or Japanese
/// characters meet, nor beside their punctuation. Nor beside white space, or a piece without text.
bool space_between(std::string_view before, std::string_view after);

/// How a text ends, as far as a space behind it depends on that.
struct TextEnd {
  char32_t last = U'\0';     // character
  char32_t telling = U'\0';  // the last character that is no dash, quote or ellipsis of both kinds of script
};

/// Pieces of text, one after the other, with spaces as space_between says. A piece takes time in proportion
/// to its own length, however long the text before it is.
class JoinedText {
 public:
  void add(std::string_view piece);
  const std::string& text() const { return text_; }
  /// The text, which is then no longer here.
  std::string take() && { return std::move(text_); }

 private:
  std::string text_;
  TextEnd end_;
};

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::text {

/// A regular expression that cuts text into the words that BPE works in. Compiled by PCRE2 with Unicode
/// properties; just-in-time compiled where the system allows. Hugging Face's tokenizers compile the same
/// expressions with Oniguruma: letters, numbers, whitespace and the constructs of the GPT-2, GPT-4 and GLM
/// expressions mean the same in both (checked by the golden texts), but \w and \b do not for marks and
/// connectors.
class SplitPattern {
 public:
  /// Throws Error when `regex` (UTF-8) is not an expression that PCRE2 accepts; `where` names its source.
  SplitPattern(const std::string& regex, const std::string& where);
  ~SplitPattern();
  SplitPattern(SplitPattern&&) noexcept;
  SplitPattern& operator=(SplitPattern&&) noexcept;

  /// Appends to `pieces` the matches and what lies between them, in order ("Isolated"); together they are
  /// `text`, none is empty. `text` is valid UTF-8. Safe to call from several threads. Throws Error when the
  /// expression backtracks beyond its limits.
  void split(std::string_view text, std::vector<std::string_view>& pieces) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace tilescribe::text

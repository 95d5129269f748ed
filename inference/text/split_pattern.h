// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::text {

/// A regular expression that splits text into the words that BPE works on. Compiled by PCRE2 with Unicode
/// properties, and just-in-time compiled if the system allows it. Hugging Face's tokenizers compile the same
/// expressions with Oniguruma. Letters, numbers, whitespace and the constructs of the GPT-2, GPT-4 and GLM
/// expressions mean the same in both (checked by the golden texts). \w and \b differ for marks and
/// connectors.
class SplitPattern {
 public:
  /// Throws Error if PCRE2 does not accept `regex` (UTF-8); `where` names its source.
  SplitPattern(const std::string& regex, const std::string& where);
  ~SplitPattern();
  SplitPattern(SplitPattern&&) noexcept;
  SplitPattern& operator=(SplitPattern&&) noexcept;

  /// Appends to `pieces` the matches and the text between them, in order ("Isolated"). Together they are
  /// `text`; none is empty. `text` is valid UTF-8. Safe to call from several threads. Throws Error if the
  /// expression backtracks beyond its limits.
  void split(std::string_view text, std::vector<std::string_view>& pieces) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace tilescribe::text

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::text {

/// Backtracking steps that the expressions may still take for a text, all matches and expressions together.
/// Each place of the text has `for_a_place` beside them, which words of ordinary length never spend.
class SplitSteps {
 public:
  static constexpr std::uint64_t for_a_text = 1'000'000, for_a_byte = 256;
  static constexpr std::uint32_t for_a_place = 100;

  explicit SplitSteps(std::size_t text_bytes)
      : text_bytes_(text_bytes), most_(for_a_text + for_a_byte * text_bytes), left_(most_) {}

  /// Throws Error if so many are not left.
  void take(std::uint64_t steps);

 private:
  std::size_t text_bytes_;
  std::uint64_t most_, left_;
};

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
  /// expression backtracks beyond `steps` or takes too much memory.
  void split(std::string_view text, std::vector<std::string_view>& pieces, SplitSteps& steps) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace tilescribe::text

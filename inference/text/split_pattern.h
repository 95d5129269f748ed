// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::text {

/// What the expressions that split one text may use together, all matches: memory, and processor time of the
/// thread that makes this, from then on.
class SplitWork {
 public:
  // Ordinary text takes less than a microsecond a byte.
  static constexpr double seconds_for_a_text = 0.5, seconds_for_a_byte = 10e-6;

  explicit SplitWork(std::size_t text_bytes);
  SplitWork(const SplitWork&) = delete;
  SplitWork& operator=(const SplitWork&) = delete;
  ~SplitWork();

 private:
  friend class SplitPattern;
  struct State;
  std::unique_ptr<State> state_;
};

/// A regular expression that splits text into the words that BPE works on. Compiled by PCRE2 with Unicode
/// properties. It is a stranger's, so it is interpreted, not compiled just in time: the clock is looked at
/// between its items. Hugging Face's tokenizers compile the same expressions with Oniguruma. Letters,
/// numbers, whitespace and the constructs of the GPT-2, GPT-4 and GLM expressions mean the same in both
/// (checked by the golden texts). \w and \b differ for marks and connectors.
class SplitPattern {
 public:
  /// Throws Error if PCRE2 does not accept `regex` (UTF-8); `where` names its source.
  SplitPattern(const std::string& regex, const std::string& where);
  ~SplitPattern();
  SplitPattern(SplitPattern&&) noexcept;
  SplitPattern& operator=(SplitPattern&&) noexcept;

  /// Appends to `pieces` the matches and the text between them, in order ("Isolated"). Together they are
  /// `text`; none is empty. `text` is valid UTF-8. Safe to call from several threads, each with its own
  /// `work`. Throws Error if the expression takes more time or memory than that has.
  void split(std::string_view text, std::vector<std::string_view>& pieces, SplitWork& work) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace tilescribe::text

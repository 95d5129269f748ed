// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::text {

/// The processor time that the expressions may spend on a text, all matches and expressions together. It
/// begins when this is made, and is that of the calling thread.
class SplitTime {
 public:
  // Ordinary text takes less than a microsecond a byte.
  static constexpr double seconds_for_a_text = 0.5, seconds_for_a_byte = 10e-6;

  explicit SplitTime(std::size_t text_bytes);

  /// Whether it is spent. Reads the clock at every 64th call.
  bool is_over();
  /// Throws the Error that says so.
  [[noreturn]] void fail() const;

 private:
  std::size_t text_bytes_;
  double most_s_, began_s_;
  int calls_ = 0;
  bool over_ = false;
};

/// A regular expression that splits text into the words that BPE works on. Compiled by PCRE2 with Unicode
/// properties. It is interpreted, not compiled just in time, so that the time can be looked at before each of
/// its items: whoever made the model wrote it. Hugging Face's tokenizers compile the same
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
  /// expression takes more than `time` or too much memory.
  void split(std::string_view text, std::vector<std::string_view>& pieces, SplitTime& time) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace tilescribe::text

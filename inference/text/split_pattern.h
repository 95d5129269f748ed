// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::text {

/// What the expressions may still spend on a text, all matches and expressions together: backtracking steps,
/// and the thread's processor time, because a step can look through the whole text. Each place of the text
/// has `steps_for_a_place` besides, which words of ordinary length never spend.
class SplitBudget {
 public:
  static constexpr std::uint64_t steps_for_a_text = 1'000'000, steps_for_a_byte = 256;
  static constexpr std::uint32_t steps_for_a_place = 100;
  // Ordinary text takes less than a microsecond a byte.
  static constexpr double seconds_for_a_text = 2.0, seconds_for_a_byte = 10e-6;

  explicit SplitBudget(std::size_t text_bytes);

  /// Throws Error if so many are not left.
  void take_steps(std::uint64_t steps);
  /// Whether the time is spent. Reads the clock after every 64th place, and begins with the first reading.
  bool late_after(std::size_t places);
  /// Throws the Error that says so.
  [[noreturn]] void fail_late() const;

 private:
  std::size_t text_bytes_;
  std::uint64_t most_steps_, steps_left_;
  double most_s_, began_s_ = -1.0;  // -1: the clock was not read yet
  std::size_t places_ = 0;          // since the clock was read
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
  /// expression goes beyond `budget` or takes too much memory.
  void split(std::string_view text, std::vector<std::string_view>& pieces, SplitBudget& budget) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace tilescribe::text

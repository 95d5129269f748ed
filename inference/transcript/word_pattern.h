// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "inference/api/segment_edit.h"
#include "inference/api/word_rules.h"

namespace tilescribe::transcript {

/// Why a replacement leaves a text as it is.
enum class LeftOut { no, too_many_steps, too_long };

/// What a replacement does to a text, in order.
struct Edits {
  std::vector<TextEdit> edits = {};
  LeftOut left_out = LeftOut::no;  // otherwise there are none
};

/// What one replacement looks for, compiled with PCRE2 (pcre2pattern(3)).
class WordPattern {
 public:
  /// Throws Error if the regular expression is wrong, or a text of the replacement too long.
  explicit WordPattern(const WordReplacement& replacement);
  WordPattern(WordPattern&&) noexcept;
  WordPattern& operator=(WordPattern&&) noexcept;
  ~WordPattern();

  /// What it does to a text, which may have so many bytes afterwards; matches without text are passed over.
  Edits edits(const std::string& text, std::size_t most_bytes) const;

 private:
  struct Compiled;
  bool fill(std::string& with, std::size_t most_bytes, const std::string& text, const std::size_t* groups,
            std::size_t count) const;

  std::unique_ptr<Compiled> compiled_;
  std::string with_;
  bool regular_;
};

}  // namespace tilescribe::transcript

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "inference/api/word_rules.h"

namespace tilescribe::transcript {

/// A change to a text: these bytes go, and others come in their place.
struct TextEdit {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::string with = {};
  std::size_t end() const { return begin + length; }
};

/// What one replacement looks for, compiled with PCRE2 (pcre2pattern(3)).
class WordPattern {
 public:
  /// Throws Error if the regular expression is wrong.
  explicit WordPattern(const WordReplacement& replacement);
  WordPattern(WordPattern&&) noexcept;
  WordPattern& operator=(WordPattern&&) noexcept;
  ~WordPattern();

  /// What it does to a text, in order; matches without text are passed over. Nothing: it takes too many
  /// steps.
  std::optional<std::vector<TextEdit>> edits(const std::string& text) const;

 private:
  struct Compiled;
  std::string with_for(const std::string& text, const std::size_t* groups, std::size_t count) const;

  std::unique_ptr<Compiled> compiled_;
  std::string with_;
  bool regular_;
};

}  // namespace tilescribe::transcript

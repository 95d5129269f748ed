// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "inference/api/message.h"
#include "inference/api/transcript.h"

/// Words of the user's own: what goes into the prompt, and what becomes of the text that the model writes.
namespace tilescribe {

/// What is found in a text, and what takes its place.
struct WordReplacement {
  std::string find = {};
  std::string with =
      {};                // empty: what is found goes. Of a regular one, \0 to \9 are the match and its groups
  bool regular = false;  // a regular expression (PCRE2), not plain text
  bool whole_words = true;  // plain text alone: "cat" is not found in "category"
  bool cases = false;       // upper and lower case differ
  bool operator==(const WordReplacement&) const = default;
};

/// What a file of somebody else's may ask for at most.
inline constexpr std::size_t most_replacements = 10'000;
inline constexpr std::size_t most_replacement_bytes = 4096;  // of what is found, and of what takes its place
/// Bytes of a text after the rules: so many, or so many times its own.
inline constexpr std::size_t most_rewritten_bytes = 64 * 1024;
inline constexpr std::size_t most_rewritten_growth = 16;

/// Applied after the model, first the filler words, then the replacements in their order.
struct WordRules {
  std::vector<WordReplacement> replacements = {};
  bool english_fillers = false;  // um, uh, er, hmm … go
  bool chinese_fillers = false;  // 嗯 and 呃 at the beginning of a clause go

  bool empty() const { return replacements.empty() && !english_fillers && !chinese_fillers; }
  bool operator==(const WordRules&) const = default;
};

/// All of it, under the name that the user gave.
struct WordProfile {
  std::string name = {};
  std::string instruction = {};            // to the model; empty: its own
  std::vector<std::string> hotwords = {};  // that the model should expect
  WordRules rules = {};
  bool operator==(const WordProfile&) const = default;
};

/// The instruction with the hotwords after it: "Please transcribe this audio into text. Hotwords: A, B."
std::string with_hotwords(const std::string& instruction, const std::vector<std::string>& hotwords);

/// Hotwords from a line or several, divided by commas (also Chinese ones), semicolons and line ends.
std::vector<std::string> hotwords_of(const std::string& text);

/// Applies rules to texts, one after the other. A regular expression may take a limited number of steps per
/// text; one that takes more is left out from then on, and `problems` says so. A rule that would make a text
/// too long is left out for that text, and `problems` says so once.
class WordRewriter {
 public:
  /// Throws Error if a regular expression is wrong, a rule too long, or if there are too many.
  explicit WordRewriter(const WordRules& rules);
  WordRewriter(WordRewriter&&) noexcept;
  WordRewriter& operator=(WordRewriter&&) noexcept;
  ~WordRewriter();

  /// Nothing is ever changed.
  bool empty() const;
  /// The text as the rules leave it. A rule that would leave no text at all is not applied.
  std::string text(const std::string& text);
  /// The same for a segment. Tokens, words and their times stay with the words that stay; a word that comes
  /// is a token of id typed_token. The first text is kept in Segment::heard.
  Segment segment(Segment segment);
  /// What has been left out so far.
  const std::vector<Message>& problems() const;

 private:
  struct Rules;
  std::unique_ptr<Rules> rules_;
};

/// Why this replacement can't be used, a sentence; empty: it can.
Message problem_of(const WordReplacement& replacement);

/// Profiles as JSON, and back: of several, or of one alone. Throws Error; `where` says where the text stands.
std::string word_profiles_json(const std::vector<WordProfile>& profiles);
std::vector<WordProfile> word_profiles_of(const std::string& json, const std::string& where);

/// Reads a file of profiles, or of one: JSON, as README.md describes it. Throws Error.
std::vector<WordProfile> load_word_profiles(const std::filesystem::path& file);
/// Replaces the file in one step. Throws Error.
void save_word_profiles(const std::filesystem::path& file, const std::vector<WordProfile>& profiles);

/// The rules as one line of JSON, for other files, and back. Throws Error.
std::string word_rules_json(const WordRules& rules);
WordRules word_rules_of(const std::string& json);

}  // namespace tilescribe

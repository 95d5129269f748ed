// SPDX-License-Identifier: Apache-2.0
#include "inference/api/word_rules.h"

#include <algorithm>
#include <utility>

#include "inference/api/segment_edit.h"
#include "inference/api/utf8.h"
#include "inference/transcript/filler_words.h"
#include "inference/transcript/word_pattern.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using transcript::LeftOut;
using transcript::WordPattern;

}  // namespace

std::string with_hotwords(const std::string& instruction, const std::vector<std::string>& hotwords) {
  if (hotwords.empty()) return instruction;
  std::string result = trimmed(instruction);
  const bool ended = result.empty() || result.ends_with('.') || result.ends_with("。");
  result += ended ? "" : ".";
  const char* between = result.empty() ? "Hotwords: " : " Hotwords: ";
  for (const std::string& word : hotwords) result += std::exchange(between, ", ") + word;
  return result + ".";
}

std::vector<std::string> hotwords_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const bool divides = std::u32string_view(U",;\n\r，；、").find(point.value) != std::u32string_view::npos;
    divides ? static_cast<void>(words.emplace_back())
            : static_cast<void>(words.back().append(text, at, point.length));
    at += point.length;
  }
  for (std::string& word : words) word = trimmed(word);
  std::erase(words, std::string());
  return words;
}

struct WordRewriter::Rules {
  struct Pattern {
    WordPattern pattern;
    std::string find;
    bool left_out = false;  // from all texts
    bool too_long = false;  // from one or more; that is said
  };
  bool english = false, chinese = false;
  std::vector<Pattern> patterns;
  std::vector<Message> problems;

  /// Hands the edits of each rule to `apply`, which returns the text after them.
  template <class Apply>
  void run(std::string text, const Apply& apply) {
    const std::size_t most_bytes = std::max(most_rewritten_bytes, most_rewritten_growth * text.size());
    const auto step = [&](const std::vector<TextEdit>& edits) {
      if (edits.empty() || trimmed(with_edits(text, edits)).empty()) return;
      text = apply(edits);
    };
    if (english) step(transcript::english_fillers(text));
    if (chinese) step(transcript::chinese_fillers(text));
    for (Pattern& one : patterns) {
      if (one.left_out) continue;
      const auto [edits, left_out] = one.pattern.edits(text, most_bytes);
      step(edits);
      if (left_out == LeftOut::too_many_steps) {
        one.left_out = true;
        problems.push_back(
            Message("The regular expression “{1}” takes too many steps, so it is left out.", one.find));
      } else if (left_out == LeftOut::too_long && !std::exchange(one.too_long, true)) {
        problems.push_back(
            Message("The rule for “{1}” makes a text longer than {2} bytes, so it is left out there.",
                    one.find, most_bytes));
      }
    }
  }
};

WordRewriter::WordRewriter(const WordRules& rules) : rules_(std::make_unique<Rules>()) {
  if (rules.replacements.size() > most_replacements)
    throw Error("Expected at most {1} rules for words, found {2}.", most_replacements,
                rules.replacements.size());
  rules_->english = rules.english_fillers;
  rules_->chinese = rules.chinese_fillers;
  for (const WordReplacement& replacement : rules.replacements) {
    if (!replacement.find.empty()) rules_->patterns.push_back({WordPattern(replacement), replacement.find});
  }
}

WordRewriter::WordRewriter(WordRewriter&&) noexcept = default;
WordRewriter& WordRewriter::operator=(WordRewriter&&) noexcept = default;
WordRewriter::~WordRewriter() = default;

bool WordRewriter::empty() const {
  return !rules_->english && !rules_->chinese && rules_->patterns.empty();
}

std::string WordRewriter::text(const std::string& text) {
  std::string result = text;
  rules_->run(text, [&](const std::vector<TextEdit>& edits) { return result = with_edits(result, edits); });
  return result;
}

Segment WordRewriter::segment(Segment segment) {
  const std::string heard = segment.text;
  rules_->run(heard, [&](const std::vector<TextEdit>& edits) {
    segment = with_edits(std::move(segment), edits);
    return segment.text;
  });
  if (const std::string text = trimmed(segment.text); text != segment.text)
    segment = with_text(std::move(segment), text);
  if (segment.text != heard && segment.heard.empty()) segment.heard = heard;
  return segment;
}

const std::vector<Message>& WordRewriter::problems() const {
  return rules_->problems;
}

Message problem_of(const WordReplacement& replacement) {
  if (replacement.find.empty()) return {};
  try {
    static_cast<void>(WordPattern(replacement));
  } catch (const Error& error) {
    return error.message();
  }
  return {};
}

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#include "inference/transcript/word_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <new>
#include <utility>

#include <pcre2.h>

#include "inference/api/utf8.h"
#include "inference/transcript/characters.h"
#include "kernels/core/error.h"

namespace tilescribe::transcript {
namespace {

constexpr std::uint32_t heap_limit_kib = 64 * 1024;  // for one match
// Backtracking steps: PCRE2 counts them from each place on, so a longer text gets fewer for each.
constexpr std::size_t steps_per_text = 20'000'000;
constexpr std::size_t least_steps = 2'000, most_steps = 100'000;

template <auto release>
struct PatternRelease {
  void operator()(auto* resource) const { release(resource); }
};
using PatternCode = std::unique_ptr<pcre2_code, PatternRelease<pcre2_code_free>>;
using PatternMatch = std::unique_ptr<pcre2_match_data, PatternRelease<pcre2_match_data_free>>;
using PatternContext = std::unique_ptr<pcre2_match_context, PatternRelease<pcre2_match_context_free>>;

std::string pattern_error(int status) {
  std::array<PCRE2_UCHAR, 256> buffer{};
  if (pcre2_get_error_message(status, buffer.data(), buffer.size()) < 0) return std::to_string(status);
  return reinterpret_cast<const char*>(buffer.data());
}

// A letter or digit of a script with spaces between its words.
constexpr const char* spaced_letter = R"((?![\p{Han}\p{Hiragana}\p{Katakana}])[\p{L}\p{M}\p{N}_])";

// Plain text as a regular expression: any white space stands for any other.
std::string pattern_of(const WordReplacement& plain) {
  std::string pattern;
  for (std::size_t at = 0; at < plain.find.size();) {
    const CodePoint point = code_point_at(plain.find, at);
    if (is_space(point.value)) {
      if (!pattern.ends_with("\\s+")) pattern += "\\s+";
    } else {
      if (point.length == 1 && std::ispunct(static_cast<unsigned char>(plain.find[at])) != 0) pattern += '\\';
      pattern.append(plain.find, at, point.length);
    }
    at += point.length;
  }
  if (!plain.whole_words) return pattern;
  // A boundary where the text itself has a letter at its end; "can" is not in "can't".
  return std::string("(?<!(?=") + spaced_letter + ").)(?:" + pattern + ")(?!['’]?" + spaced_letter + ")";
}

bool is_plain_letter(char32_t c) {
  return c >= 0x80 || is_digit(c) || is_letter(c);
}

// Whole words need letters at both ends.
WordReplacement with_boundaries(WordReplacement plain) {
  const auto bare = [](char32_t c) {
    return !is_plain_letter(c) || is_ideograph(c) || is_wide_punctuation(c);
  };
  if (bare(first_character(plain.find)) || bare(last_character(plain.find))) plain.whole_words = false;
  return plain;
}

std::size_t behind_character(const std::string& text, std::size_t at) {
  do ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U);
  return at;
}

bool blank_at(const std::string& text, std::size_t at) {
  return at < text.size() && (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r'));
}

// Where a word goes, one of the spaces beside it goes too.
void take_space(TextEdit& edit, const std::string& text) {
  if (!edit.with.empty()) return;
  const bool before = edit.begin == 0 || blank_at(text, edit.begin - 1);
  const bool behind = edit.end() >= text.size() || blank_at(text, edit.end());
  if (!before || !behind) return;
  if (edit.end() < text.size()) {
    ++edit.length;
  } else if (edit.begin > 0) {
    --edit.begin;
    ++edit.length;
  }
}

}  // namespace

struct WordPattern::Compiled {
  PatternCode code;
};

WordPattern::WordPattern(const WordReplacement& replacement)
    : compiled_(std::make_unique<Compiled>()), with_(replacement.with), regular_(replacement.regular) {
  if (const std::size_t longest = std::max(replacement.find.size(), with_.size());
      longest > most_replacement_bytes)
    throw Error("Expected at most {1} bytes in a text of a rule for words, found {2}.",
                most_replacement_bytes, longest);
  const std::string pattern = regular_ ? replacement.find : pattern_of(with_boundaries(replacement));
  const std::uint32_t options =
      PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | (replacement.cases ? 0U : PCRE2_CASELESS);
  int status = 0;
  PCRE2_SIZE offset = 0;
  compiled_->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(), options,
                                      &status, &offset, nullptr));
  if (compiled_->code) return;
  if (!regular_) throw Error("“{1}” can't be looked for: {2}.", replacement.find, pattern_error(status));
  std::size_t character = 1;
  for (std::size_t at = 0; at < std::min(offset, pattern.size()); at = behind_character(pattern, at))
    ++character;
  throw Error("The regular expression “{1}” is wrong at character {2}: {3}.", replacement.find, character,
              pattern_error(status));
}

WordPattern::WordPattern(WordPattern&&) noexcept = default;
WordPattern& WordPattern::operator=(WordPattern&&) noexcept = default;
WordPattern::~WordPattern() = default;

// What takes the place of a match. False: that has more bytes than it may.
bool WordPattern::fill(std::string& filled, std::size_t most_bytes, const std::string& text,
                       const std::size_t* groups, std::size_t count) const {
  if (!regular_) filled = with_;
  for (std::size_t i = 0; regular_ && i < with_.size() && filled.size() <= most_bytes; ++i) {
    const char next = with_[i] == '\\' && i + 1 < with_.size() ? with_[i + 1] : '\0';
    if (next >= '0' && next <= '9') {
      const auto group = static_cast<std::size_t>(next - '0');
      const bool matched = group < count && groups[2 * group] != PCRE2_UNSET;
      if (matched) filled.append(text, groups[2 * group], groups[2 * group + 1] - groups[2 * group]);
      ++i;
    } else {
      if (next == '\\') ++i;
      filled += with_[i];
    }
  }
  return filled.size() <= most_bytes;
}

Edits WordPattern::edits(const std::string& text, std::size_t most_bytes) const {
  std::vector<TextEdit> edits;
  std::size_t gone = 0, come = 0;  // bytes
  if (!is_valid_utf8(text)) return {};
  const PatternMatch match(pcre2_match_data_create_from_pattern(compiled_->code.get(), nullptr));
  const PatternContext context(pcre2_match_context_create(nullptr));
  if (!match || !context) throw std::bad_alloc();
  const std::size_t steps = std::clamp(steps_per_text / (text.size() + 1), least_steps, most_steps);
  pcre2_set_match_limit(context.get(), static_cast<std::uint32_t>(steps));
  pcre2_set_heap_limit(context.get(), heap_limit_kib);
  for (std::size_t from = 0; from < text.size();) {
    const int found =
        pcre2_match(compiled_->code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                    PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, match.get(), context.get());
    if (found == PCRE2_ERROR_NOMATCH) break;
    if (found < 0) return {.left_out = LeftOut::too_many_steps};
    const std::size_t* span = pcre2_get_ovector_pointer(match.get());
    const std::size_t begin = span[0], end = span[1];
    if (begin < from || end <= begin) {  // nothing, or \K leads back
      from = behind_character(text, std::max(from, end));
      continue;
    }
    TextEdit edit{begin, end - begin, {}};
    if (!fill(edit.with, most_bytes - come, text, span, static_cast<std::size_t>(found)))
      return {.left_out = LeftOut::too_long};
    take_space(edit, text);
    if (edit.begin < from && !edits.empty()) {  // the space was taken already
      edit.length -= from - edit.begin;
      edit.begin = from;
    }
    from = std::max(end, edit.end());
    if (text.compare(edit.begin, edit.length, edit.with) == 0) continue;
    gone += edit.length;
    come += edit.with.size();
    edits.push_back(std::move(edit));
  }
  if (text.size() - gone + come > most_bytes) return {.left_out = LeftOut::too_long};
  return {.edits = std::move(edits)};
}

}  // namespace tilescribe::transcript

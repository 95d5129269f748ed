// SPDX-License-Identifier: Apache-2.0
// Any bytes as profiles of words, and as rules: refused with an Error, or written again they are read as the
// same. What the rules make of a text has its limit, and is the same with tokens and times.
#include <algorithm>
#include <string>

#include "inference/api/segment_edit.h"
#include "inference/api/utf8.h"
#include "inference/api/word_rules.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refused_or.h"

namespace {

using namespace tilescribe;

/// "Um, tile scribe 10 percent 好的。": a token for two bytes each, and times.
Segment spoken() {
  Segment segment{.end_s = 5.0, .text = "Um, tile scribe 10 percent 好的。"};
  for (std::size_t at = 0; at < segment.text.size(); at += 2)
    segment.tokens.push_back({static_cast<int>(at), segment.text.substr(at, 2), 0.5F});
  double time = 0.0;
  for (const char* word : {"Um,", "tile", "scribe", "10", "percent", "好的。"}) {
    segment.words.push_back({word, time, time + 0.5, 0.5F, false});
    time += 0.5;
  }
  return segment;
}

void apply(const WordRules& rules) {
  const Segment heard = spoken();
  const Segment result = WordRewriter(rules).segment(heard);
  fuzz::require(
      result.text.size() <= std::max(most_rewritten_bytes, most_rewritten_growth * heard.text.size()),
      "rules make a text too long");
  fuzz::require(!result.text.empty() || heard.text.empty(), "rules leave no text");
  fuzz::require(is_valid_utf8(result.text), "rules leave what is no UTF-8");
  fuzz::require(trimmed(WordRewriter(rules).text(heard.text)) == result.text,
                "a text and a segment are changed differently");
  double time = 0.0;
  for (const TimedWord& word : result.words) {
    fuzz::require(word.start_s >= time && word.end_s >= word.start_s, "a word begins before the one before");
    time = word.start_s;
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(fuzz::characters(data, size));
  fuzz::refused_or([&] {
    const std::vector<WordProfile> profiles = word_profiles_of(input, "fuzz");
    const std::string written = word_profiles_json(profiles);
    const std::vector<WordProfile> read = word_profiles_of(written, "fuzz");
    fuzz::require(word_profiles_json(read) == written, "profiles that are read again differ");
    for (const WordProfile& profile : read) apply(profile.rules);
  });
  fuzz::refused_or([&] {
    const std::string written = word_rules_json(word_rules_of(input));
    fuzz::require(word_rules_json(word_rules_of(written)) == written, "rules that are read again differ");
  });
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "inference/generate/generator.h"
#include "inference/search/letter_prefix.h"
#include "inference/search/word_ngram.h"

namespace tilescribe::search {

/// A text that may be what is said, and how likely it is: by the model's log probabilities, the letters that
/// are heard, and which words follow one another. Watanabe et al. 2017 put the first two together so.
class Hypothesis {
 public:
  /// No text yet. The arguments outlive it.
  Hypothesis(const WordNgram& words, const HeardLetters& heard);

  /// A token of this log probability adds these bytes.
  void say(std::int32_t id, float log_probability, std::string_view bytes);
  /// The text is complete, which has this log probability.
  void end(float log_probability);

  double score() const;
  const std::vector<generate::GeneratedToken>& tokens() const { return tokens_; }
  std::vector<std::int32_t> ids() const;

 private:
  void spell(char byte);
  void end_word();

  const WordNgram* ngram_;
  std::vector<generate::GeneratedToken> tokens_;
  double model_ = 0.0;   // log probability
  double words_ = 0.0;   // of the complete words, weighted
  double begun_ = 0.0;   // of the word that is begun, weighted
  double ending_ = 0.0;  // of letters that are heard behind the end
  WordNgram::Context context_;
  std::string word_;         // begun, in lower case
  char last_letter_ = '\0';  // of the word as it is spelt
  bool begins_word_ = true;  // for the letters: a hyphen begins none
  LetterPrefix letters_;
};

}  // namespace tilescribe::search

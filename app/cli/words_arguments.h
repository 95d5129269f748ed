// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "app/cli/arguments.h"
#include "app/cli/options.h"
#include "inference/api/word_rules.h"

namespace tilescribe::cli {

/// --own-words, --hotwords, --no-fillers.
void add_words(CLI::App& command, WordsChoice& words);

/// What was asked for as one profile. Throws Error or CommandError where the file or a rule in it is wrong.
WordProfile profile_of(const WordsChoice& words);

/// Puts them into the options of a transcription. --prompt goes before the profile's instruction.
template <class Options>
void take_words(const WordsChoice& words, Options& options) {
  WordProfile profile = profile_of(words);
  if (options.prompt.empty()) options.prompt = profile.instruction;
  options.hotwords = std::move(profile.hotwords);
  options.words = std::move(profile.rules);
}

}  // namespace tilescribe::cli

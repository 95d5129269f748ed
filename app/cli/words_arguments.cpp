// SPDX-License-Identifier: Apache-2.0
#include "app/cli/words_arguments.h"

#include "app/cli/run.h"

namespace tilescribe::cli {

void add_words(CLI::App& command, WordsChoice& words) {
  add_text(
      command, "--own-words",
      {"FILE",
       "Words of your own, a profile as JSON: instruction, hotwords, filler words, and replacements that "
       "are applied to the text."},
      words.file);
  add_text(command, "--hotwords",
           {"A, B", "Names and terms to expect; they go into the prompt, for models that follow one."},
           [&words](const std::string& value) {
             for (const std::string& word : hotwords_of(value)) words.hotwords.push_back(word);
           });
  command.add_flag("--no-fillers", words.no_fillers,
                   "Leave out English and Chinese filler words (um, uh, er, hmm, 嗯, 呃).");
}

WordProfile profile_of(const WordsChoice& words) {
  WordProfile profile;
  if (!words.file.empty()) {
    const std::vector<WordProfile> profiles = load_word_profiles(words.file);
    if (profiles.size() != 1)
      throw CommandError("--own-words expects a file with one profile; {1} has {2}.", words.file.string(),
                         profiles.size());
    profile = profiles.front();
  }
  profile.hotwords.insert(profile.hotwords.end(), words.hotwords.begin(), words.hotwords.end());
  if (words.no_fillers) profile.rules.english_fillers = profile.rules.chinese_fillers = true;
  static_cast<void>(WordRewriter(profile.rules));  // says what is wrong before a model is opened
  return profile;
}

}  // namespace tilescribe::cli

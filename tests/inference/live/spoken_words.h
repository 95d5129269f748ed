// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tilescribe::test {

/// A word of tests/data/live/words.flac.
struct SpokenWord {
  double end_s = 0.0;  // where it ends
  std::string text;    // lower case
};
/// The words in order.
std::vector<SpokenWord> spoken_words();
/// Their recording, mono at 16 kHz.
std::filesystem::path spoken_words_file();

/// All samples of a file at 16 kHz.
std::vector<float> audio_of(const std::filesystem::path& file);

}  // namespace tilescribe::test

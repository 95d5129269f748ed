// SPDX-License-Identifier: Apache-2.0
#include "tests/inference/live/spoken_words.h"

#include <array>
#include <fstream>
#include <stdexcept>

#include "inference/audio/pcm_reader.h"

namespace tilescribe::test {

std::vector<SpokenWord> spoken_words() {
  std::ifstream table(std::filesystem::path(TILESCRIBE_TEST_DATA) / "live/words.tsv");
  std::vector<SpokenWord> words;
  SpokenWord word;
  while (table >> word.end_s >> word.text) words.push_back(word);
  if (words.empty()) throw std::runtime_error("tests/data/live/words.tsv has no words");
  return words;
}

std::filesystem::path spoken_words_file() {
  return std::filesystem::path(TILESCRIBE_TEST_DATA) / "live/words.flac";
}

std::vector<float> audio_of(const std::filesystem::path& file) {
  const std::unique_ptr<audio::PcmReader> reader = audio::open_audio(file);
  std::vector<float> samples;
  std::array<float, 16000> block;
  while (const std::size_t count = reader->read(block)) {
    samples.insert(samples.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  return samples;
}

}  // namespace tilescribe::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <sndfile.h>

#include "inference/api/capture.h"

namespace tilescribe::test {

/// All samples of a mono file, read by libsndfile. Throws std::runtime_error.
inline std::vector<std::int16_t> samples_of(const std::filesystem::path& file) {
  SF_INFO info{};
  SNDFILE* opened = sf_open(file.c_str(), SFM_READ, &info);
  if (opened == nullptr || info.channels != 1)
    throw std::runtime_error("libsndfile can't read " + file.string());
  std::vector<std::int16_t> samples(static_cast<std::size_t>(info.frames));
  samples.resize(static_cast<std::size_t>(sf_readf_short(opened, samples.data(), info.frames)));
  sf_close(opened);
  return samples;
}

/// Writes a 16-bit file, by libsndfile too.
inline void write_samples(const std::filesystem::path& file, const std::vector<std::int16_t>& samples,
                          int rate = 16000, int channels = 1) {
  SF_INFO info{};
  info.samplerate = rate;
  info.channels = channels;
  info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_16;
  SNDFILE* made = sf_open(file.c_str(), SFM_WRITE, &info);
  if (made == nullptr) throw std::runtime_error("libsndfile can't write " + file.string());
  sf_write_short(made, samples.data(), static_cast<sf_count_t>(samples.size()));
  sf_close(made);
}

/// Noise without a zero, and without a stretch that comes again: it shows where it was cut out of.
inline std::vector<std::int16_t> noise(std::size_t samples, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::vector<std::int16_t> made(samples);
  for (auto& sample : made) {
    const int value = static_cast<int>(random() % 8000) - 4000;
    sample = static_cast<std::int16_t>(value == 0 ? 1 : value);
  }
  return made;
}

inline std::vector<std::int16_t> tone(double hertz, std::size_t samples, int rate = 16000) {
  std::vector<std::int16_t> made(samples);
  for (std::size_t i = 0; i < samples; ++i) {
    made[i] = static_cast<std::int16_t>(
        8000.0 * std::sin(2.0 * 3.14159265358979 * hertz * static_cast<double>(i) / rate));
  }
  return made;
}

/// Whether there is a notice of a kind whose sentence holds some words.
inline bool noticed(const Recorder& recorder, RecordingNotice::Kind kind, const std::string& words = "") {
  const auto all = recorder.notices();
  return std::any_of(all.begin(), all.end(), [&](const RecordingNotice& notice) {
    return notice.kind == kind && english(notice.message).find(words) != std::string::npos;
  });
}

}  // namespace tilescribe::test

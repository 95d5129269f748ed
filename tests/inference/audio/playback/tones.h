// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "tests/inference/audio/playback/monitor.h"
#include "tests/inference/audio/recording/recording_checks.h"

namespace tilescribe::test {

inline constexpr int file_rate = 44'100;
inline constexpr double first_tone_s = 0.5, tone_distance_s = 0.7;
inline constexpr int tones = 8;

/// Where a tone begins.
inline double tone_s(int number) {
  return first_tone_s + number * tone_distance_s;
}

/// A file of tones with silence between them.
inline void write_tones(const std::filesystem::path& file) {
  std::vector<std::int16_t> samples(static_cast<std::size_t>((tone_s(tones) + 0.3) * file_rate));
  for (int i = 0; i < tones; ++i) {
    const auto first = static_cast<std::size_t>(tone_s(i) * file_rate);
    for (std::size_t k = 0; k < 6615; ++k)  // 0.15 s of 1 kHz, so that no part of it that is left out is all
      samples[first + k] = static_cast<std::int16_t>(
          24'000.0 * std::sin(6.2832 * 1000.0 * static_cast<double>(k) / file_rate));
  }
  write_samples(file, samples, file_rate);
}

/// The moments at which something loud begins.
inline std::vector<Monitor::Clock::time_point> onsets(const Monitor::Recorded& recorded) {
  std::vector<Monitor::Clock::time_point> found;
  std::size_t quiet_from = 0;
  for (std::size_t i = 0; i < recorded.samples.size(); ++i) {
    if (std::abs(recorded.samples[i]) < 4000) continue;
    if (i >= quiet_from)
      found.push_back(recorded.first_heard + std::chrono::microseconds(1'000'000 * i / Monitor::rate));
    quiet_from = i + Monitor::rate / 20;
  }
  return found;
}

}  // namespace tilescribe::test

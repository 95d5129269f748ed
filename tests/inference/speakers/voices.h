// SPDX-License-Identifier: Apache-2.0
// Sound that rises and falls as speech does.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace tilescribe::test {

/// Noise in syllables of random length and loudness, 16 kHz, silent between the turns (begin, end; seconds).
inline std::vector<double> voice(std::uint32_t seed, double seconds,
                                 const std::vector<std::pair<double, double>>& turns) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(0.0, 1.0);
  std::vector<double> samples(static_cast<std::size_t>(seconds * 16000.0), 0.0);
  for (const auto& [begin, end] : turns) {
    double at = begin;
    while (at < end) {
      const double length = 0.08 + 0.2 * any(random), loud = 0.05 + 0.4 * any(random);
      const auto first = static_cast<std::size_t>(at * 16000.0);
      const auto count = static_cast<std::size_t>(std::min(length, end - at) * 16000.0);
      for (std::size_t i = 0; i < count && first + i < samples.size(); ++i) {
        const double shape = std::sin(3.14159 * static_cast<double>(i) / static_cast<double>(count));
        samples[first + i] = loud * shape * (2.0 * any(random) - 1.0);
      }
      at += length + 0.04 * any(random);
    }
  }
  return samples;
}

}  // namespace tilescribe::test

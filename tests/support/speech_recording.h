// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tilescribe::test {

/// Speech, 16 kHz mono, and what the demo model writes of it.
struct Speech {
  std::vector<float> samples;
  std::string text;
  double seconds() const { return static_cast<double>(samples.size()) / 16000.0; }
};

std::filesystem::path bundled_file(const std::string& name);

/// resources/audio/NAME.wav with its golden text. Throws std::runtime_error.
Speech bundled_speech(const std::string& name);

/// All four bundled recordings, one after the other with `gap_s` of silence between them, again and again
/// until there are at least `seconds`.
Speech joined_speech(double seconds, double gap_s = 0.4);

/// Writes a 16-bit wav file, the samples `times` times over, a block at a time. Throws std::runtime_error.
void write_speech(const std::filesystem::path& file, std::span<const float> samples, int times = 1);

}  // namespace tilescribe::test

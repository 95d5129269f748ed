// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tilescribe::test {

/// Everything that open_audio gives for a file, read in pieces of an odd size.
std::vector<float> read_all(const std::filesystem::path& file, int stream = -1);

/// resources/audio/short.wav: 2.8 s, 16 kHz, what the files in tests/data/audio were made from.
std::filesystem::path original_file();

/// A file of tests/data/audio.
std::filesystem::path data_file(const std::string& name);

/// The path of a file in a temporary directory.
std::filesystem::path in(const QTemporaryDir& directory, const std::string& name);

struct Match {
  double correlation = 0.0;  // −1 … 1, over where both have samples
  int lag = 0;               // samples by which `heard` is late
};
/// The place within ±max_lag at which two signals resemble each other most.
Match best_match(std::span<const float> original, std::span<const float> heard, int max_lag);

/// The amplitude of a sine of `hertz` in 16 kHz samples, and the RMS of all else, after a least-squares fit.
struct SineFit {
  double amplitude = 0.0;
  double residual_rms = 0.0;
};
SineFit fit_sine(std::span<const float> samples, double hertz);

double rms(std::span<const float> samples);

/// What() of the Error that opening and reading `file` throws; empty when it throws none.
std::string complaint(const std::filesystem::path& file, int stream = -1);

/// What the program audio_dump, run with these arguments, wrote to its standard output, and its exit code.
struct Dump {
  int exit_code = -1;
  std::string output;  // trimmed
};
Dump run_audio_dump(const std::filesystem::path& program, const std::vector<std::string>& arguments);

/// The built audio_dump.
std::filesystem::path audio_dump_program();

}  // namespace tilescribe::test

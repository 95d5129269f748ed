// SPDX-License-Identifier: Apache-2.0
#include "tests/inference/audio/audio_support.h"

#include <QCoreApplication>
#include <QProcess>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "inference/audio/pcm_reader.h"
#include "kernels/core/error.h"

namespace tilescribe::test {

std::vector<float> read_all(const std::filesystem::path& file, int stream) {
  const auto reader = audio::open_audio(file, stream);
  std::vector<float> all;
  std::vector<float> piece(1013);
  while (const std::size_t count = reader->read(piece)) {
    all.insert(all.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(count));
  }
  return all;
}

std::filesystem::path original_file() {
  return TILESCRIBE_SOURCE_DIR "/resources/audio/short.wav";
}

std::filesystem::path data_file(const std::string& name) {
  return std::filesystem::path(TILESCRIBE_TEST_DATA) / "audio" / name;
}

std::filesystem::path in(const QTemporaryDir& directory, const std::string& name) {
  return std::filesystem::path(directory.path().toStdString()) / name;
}

Match best_match(std::span<const float> original, std::span<const float> heard, int max_lag) {
  Match best;
  for (int lag = -max_lag; lag <= max_lag; ++lag) {
    const auto skip_original = static_cast<std::size_t>(std::max(0, -lag));
    const auto skip_heard = static_cast<std::size_t>(std::max(0, lag));
    if (skip_original >= original.size() || skip_heard >= heard.size()) continue;
    const auto a = original.subspan(skip_original);
    const auto b = heard.subspan(skip_heard);
    double ab = 0.0;
    double aa = 0.0;
    double bb = 0.0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      const auto x = static_cast<double>(a[i]);
      const auto y = static_cast<double>(b[i]);
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
    const double correlation = aa > 0.0 && bb > 0.0 ? ab / std::sqrt(aa * bb) : 0.0;
    if (correlation > best.correlation) best = {correlation, lag};
  }
  return best;
}

SineFit fit_sine(std::span<const float> samples, double hertz) {
  // Normal equations of samples ~ a sin + b cos.
  double ss = 0.0;
  double sc = 0.0;
  double cc = 0.0;
  double ys = 0.0;
  double yc = 0.0;
  const auto angle = [&](std::size_t i) {
    return 2.0 * std::numbers::pi * hertz * static_cast<double>(i) / audio::sample_rate;
  };
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double s = std::sin(angle(i));
    const double c = std::cos(angle(i));
    const auto y = static_cast<double>(samples[i]);
    ss += s * s;
    sc += s * c;
    cc += c * c;
    ys += y * s;
    yc += y * c;
  }
  const double determinant = ss * cc - sc * sc;
  const double a = (ys * cc - yc * sc) / determinant;
  const double b = (yc * ss - ys * sc) / determinant;
  double residual = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double error = static_cast<double>(samples[i]) - a * std::sin(angle(i)) - b * std::cos(angle(i));
    residual += error * error;
  }
  return {std::hypot(a, b), std::sqrt(residual / static_cast<double>(samples.size()))};
}

double rms(std::span<const float> samples) {
  double sum = 0.0;
  for (float sample : samples) sum += static_cast<double>(sample) * static_cast<double>(sample);
  return samples.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(samples.size()));
}

std::string complaint(const std::filesystem::path& file, int stream) {
  try {
    read_all(file, stream);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

Dump run_audio_dump(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  QStringList list;
  for (const std::string& argument : arguments) list << QString::fromStdString(argument);
  QProcess process;
  process.start(QString::fromStdString(program.string()), list);
  if (!process.waitForFinished(100'000)) {
    process.kill();
    process.waitForFinished();
    return {-1, "did not end: " + process.errorString().toStdString()};
  }
  const bool normal = process.exitStatus() == QProcess::NormalExit;
  return {normal ? process.exitCode() : -1, process.readAllStandardOutput().trimmed().toStdString()};
}

std::filesystem::path audio_dump_program() {
  return TILESCRIBE_BINARY_DIR "/bin/audio_dump";
}

}  // namespace tilescribe::test

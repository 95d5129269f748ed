// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/ops/log_mel/log_mel.h"

namespace tilescribe::kernels {

void reference(const MelPower& op) {
  constexpr std::int64_t fft = MelParameters::fft, bins = MelParameters::bins;
  const std::int64_t mels = op.out.shape[1];
  const std::vector<float> filters = mel_filters(mels);
  std::vector<double> cosine(fft), sine(fft);
  for (std::int64_t i = 0; i < fft; ++i) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(fft);
    cosine[static_cast<std::size_t>(i)] = std::cos(angle);
    sine[static_cast<std::size_t>(i)] = std::sin(angle);
  }
  for (std::int64_t t = 0; t < op.out.shape[0]; ++t) {
    const float* const samples = op.samples.as<float>() + t * MelParameters::hop;
    std::vector<double> mel(static_cast<std::size_t>(mels));
    for (std::int64_t k = 0; k < bins; ++k) {
      double re = 0.0, im = 0.0;
      for (std::int64_t n = 0; n < fft; ++n) {
        const double windowed =
            samples[n] * 0.5 * (1.0 - cosine[static_cast<std::size_t>(n)]);  // periodic Hann
        re += windowed * cosine[static_cast<std::size_t>(k * n % fft)];
        im -= windowed * sine[static_cast<std::size_t>(k * n % fft)];
      }
      for (std::size_t m = 0; m < mel.size(); ++m)
        mel[m] += (re * re + im * im) * filters[static_cast<std::size_t>(k * mels) + m];
    }
    std::ranges::transform(mel, op.out.as<float>() + t * mels,
                           [](double v) { return static_cast<float>(v); });
  }
}

void reference(const MelLog& op) {
  const std::int64_t given = op.power.empty() ? 0 : op.power.elements();
  std::vector<double> log(static_cast<std::size_t>(op.out.elements()), -10.0);  // silence
  for (std::int64_t i = 0; i < given; ++i)
    log[static_cast<std::size_t>(i)] = std::log10(std::max(double{op.power.as<float>()[i]}, 1e-10));
  const double floor = *std::ranges::max_element(log) - 8.0;
  for (std::size_t i = 0; i < log.size(); ++i)
    op.out.as<float>()[i] = static_cast<float>((std::max(log[i], floor) + 4.0) / 4.0);
}

}  // namespace tilescribe::kernels

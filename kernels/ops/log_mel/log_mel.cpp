// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/log_mel/log_mel.h"

#include <algorithm>
#include <cmath>

#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {
namespace {

// Slaney's scale: linear below 1 kHz (15 mel), logarithmic above (27 mel per factor of 6.4).
constexpr double knee_hz = 1000.0, knee_mel = 15.0, mels_per_factor = 27.0, factor = 6.4;

double hz_to_mel(double hz) {
  if (hz < knee_hz) return hz * knee_mel / knee_hz;
  return knee_mel + mels_per_factor * std::log(hz / knee_hz) / std::log(factor);
}

double mel_to_hz(double mel) {
  if (mel < knee_mel) return mel * knee_hz / knee_mel;
  return knee_hz * std::exp((mel - knee_mel) * std::log(factor) / mels_per_factor);
}

}  // namespace

std::vector<float> mel_filters(std::int64_t mels) {
  if (mels < 1) throw Error("A mel filter bank needs at least 1 filter, but {1} were asked for.", mels);
  constexpr double nyquist = MelParameters::sample_rate / 2;
  std::vector<double> corners;  // in Hz; filter m rises from corner m to m + 1 and falls to m + 2
  for (std::int64_t i = 0; i < mels + 2; ++i)
    corners.push_back(mel_to_hz(hz_to_mel(nyquist) * static_cast<double>(i) / static_cast<double>(mels + 1)));

  std::vector<float> filters;  // [bins, mels]
  filters.reserve(static_cast<std::size_t>(MelParameters::bins * mels));
  for (std::int64_t bin = 0; bin < MelParameters::bins; ++bin) {
    const double hz = nyquist * static_cast<double>(bin) / static_cast<double>(MelParameters::bins - 1);
    for (std::size_t m = 0; m + 2 < corners.size(); ++m) {
      const double rising = (hz - corners[m]) / (corners[m + 1] - corners[m]);
      const double falling = (corners[m + 2] - hz) / (corners[m + 2] - corners[m + 1]);
      const double area = 2.0 / (corners[m + 2] - corners[m]);
      filters.push_back(static_cast<float>(std::max(0.0, std::min(rising, falling)) * area));
    }
  }
  return filters;
}

Cost cost(const MelPower::Problem& p) {
  // A real FFT of n points takes about 2.5·n·log2(n) operations. Each bin is in about two filters.
  constexpr std::int64_t fft = MelParameters::fft, bins = MelParameters::bins;
  const auto transform = static_cast<std::int64_t>(2.5 * fft * std::log2(fft));
  return {.flops = p.frames * (fft + transform + 3 * bins + 4 * bins),
          .bytes = 4 * (p.frames * MelParameters::hop + p.frames * p.mels)};
}

std::string describe(const MelPower::Problem& p) {
  return ProblemText{{"frames", p.frames}, {"mels", p.mels}};
}

// log10 counts as 10 operations.
Cost cost(const MelLog::Problem& p) {
  const auto result = static_cast<std::int64_t>(size_of(p.out));
  return {.flops = 13 * p.frames * p.mels, .bytes = p.mels * (4 * p.frames + result * p.frames_out)};
}

std::string describe(const MelLog::Problem& p) {
  return ProblemText{{"frames", p.frames}, {"mels", p.mels}, {"frames_out", p.frames_out}}.type(p.out);
}

}  // namespace tilescribe::kernels

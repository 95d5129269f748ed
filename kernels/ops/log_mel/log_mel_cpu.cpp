// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <kissfft/kissfft.hh>

#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/log_mel/log_mel.h"

namespace tilescribe::kernels {
namespace {

// The bins where a filter is not zero.
struct SparseFilter {
  std::int64_t first = 0;
  std::vector<float> weights;
};

std::vector<SparseFilter> sparse_filters(std::int64_t mels) {
  const std::vector<float> dense = mel_filters(mels);
  std::vector<SparseFilter> filters(static_cast<std::size_t>(mels));
  for (std::int64_t m = 0; m < mels; ++m) {
    SparseFilter& filter = filters[static_cast<std::size_t>(m)];
    for (std::int64_t k = 0; k < MelParameters::bins; ++k) {
      const float w = dense[static_cast<std::size_t>(k * mels + m)];
      if (w == 0.0f) continue;
      if (filter.weights.empty()) filter.first = k;
      filter.weights.push_back(w);
    }
  }
  return filters;
}

// In double, so weak bins beside strong ones keep their precision. It costs little beside the encoder.
void mel_power(const MelPower& op, Runner& runner) {
  constexpr std::int64_t fft = MelParameters::fft, hop = MelParameters::hop, bins = MelParameters::bins;
  static const std::vector<double> window = [] {
    std::vector<double> w(static_cast<std::size_t>(fft));
    for (std::int64_t i = 0; i < fft; ++i) {
      w[static_cast<std::size_t>(i)] =
          0.5 * (1.0 - std::cos(2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(fft)));
    }
    return w;
  }();
  const std::int64_t mels = op.out.shape[1];
  const std::vector<SparseFilter> filters = sparse_filters(mels);

  constexpr std::int64_t piece = 64;  // frames per task
  const std::int64_t frames = op.out.shape[0];
  cpu(runner).parallel_for((frames + piece - 1) / piece, [&](std::int64_t task, int) {
    kissfft<double> transform(static_cast<std::size_t>(fft / 2), false);
    std::vector<double> frame(static_cast<std::size_t>(fft));
    std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(fft / 2));
    std::vector<double> power(static_cast<std::size_t>(bins));
    for (std::int64_t t = task * piece; t < std::min(frames, (task + 1) * piece); ++t) {
      const float* samples = op.samples.as<float>() + t * hop;
      for (std::size_t i = 0; i < frame.size(); ++i) frame[i] = static_cast<double>(samples[i]) * window[i];
      transform.transform_real(frame.data(), spectrum.data());
      // kissfft packs the first and last bins, which are real, into the first complex value.
      power.front() = spectrum[0].real() * spectrum[0].real();
      power.back() = spectrum[0].imag() * spectrum[0].imag();
      for (std::size_t k = 1; k < spectrum.size(); ++k) power[k] = std::norm(spectrum[k]);
      float* out = op.out.as<float>() + t * mels;
      for (const SparseFilter& filter : filters) {
        double sum = 0.0;
        const double* p = power.data() + filter.first;
        for (const float w : filter.weights) sum += static_cast<double>(w) * *p++;
        *out++ = static_cast<float>(sum);
      }
    }
  });
}

void mel_log(const MelLog& op, Runner& runner) {
  constexpr float least_power = 1e-10f, least_log = -10.0f, range = 8.0f;
  const std::int64_t frames = op.power.empty() ? 0 : op.power.shape[0];
  const std::int64_t mels = op.out.shape[1];
  Tensor logs = runner.tensor(DType::f32, {std::max<std::int64_t>(frames, 1), mels});
  std::vector<float> tops(static_cast<std::size_t>(frames), least_log);
  for_rows(runner, frames, mels * 8, [&](std::int64_t t) {
    tops[static_cast<std::size_t>(t)] =
        simd::log10_floor(static_cast<const float*>(row_of(op.power, t)), least_power, mels,
                          static_cast<float*>(row_of(logs.view(), t)));
  });
  float top = tops.empty() ? least_log : *std::ranges::max_element(tops);
  if (frames < op.out.shape[0]) top = std::max(top, least_log);
  const float floor = top - range;
  const std::vector<float> silence(static_cast<std::size_t>(mels), least_log);
  for_rows(runner, op.out.shape[0], mels, [&](std::int64_t t) {
    const float* from = t < frames ? static_cast<const float*>(row_of(logs.view(), t)) : silence.data();
    simd::whisper_scale(from, floor, mels, op.out.dtype, row_of(op.out, t));
  });
}

}  // namespace

void register_log_mel_cpu(Registry& registry) {
  registry.add<MelPower>(
      {"kissfft", "cpu", Message("A fast Fourier transform (KISS FFT) of each frame, in double, on any CPU."),
       always<MelPower::Problem>, mel_power});
  registry.add<MelLog>({"highway", "cpu", by_highway(), always<MelLog::Problem>, mel_log});
}

}  // namespace tilescribe::kernels

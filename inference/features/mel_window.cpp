// SPDX-License-Identifier: Apache-2.0
#include "inference/features/mel_window.h"

#include <algorithm>
#include <array>

#include "kernels/backend/scope.h"
#include "kernels/ops/log_mel/log_mel.h"

namespace tilescribe::features {
namespace {

using kernels::MelParameters;

constexpr std::int64_t half_fft = MelParameters::fft / 2;

constexpr std::int64_t padded_samples = half_fft + window_samples + half_fft;

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

}  // namespace

MelWindow::MelWindow(kernels::Backend& backend, std::int64_t mels, std::optional<kernels::DType> type)
    : backend_(backend),
      mels_(mels),
      type_(type.value_or(backend.activation_dtype())),
      padded_(backend.tensor(kernels::DType::f32, {padded_samples})),
      power_(backend.tensor(kernels::DType::f32, {window_frames, mels})) {}

kernels::Tensor MelWindow::log_mel(std::span<const float> samples, std::int64_t frames) {
  kernels::Tensor features = backend_.tensor(type_, {1 + frames + 1, mels_});
  log_mel(samples, features.view());
  return features;
}

void MelWindow::log_mel(std::span<const float> samples, const kernels::TensorView& features) {
  const auto count = static_cast<std::int64_t>(samples.size());
  const std::int64_t all_frames = features.shape[0] - 2;
  // What a shorter window leaves out must be silent: its last frame reaches half a transform further.
  const std::int64_t most =
      all_frames == window_frames ? window_samples : all_frames * MelParameters::hop - half_fft;
  if (count > most) throw Error("A window holds {1} samples, not {2}.", most, count);
  const kernels::Scope stage(backend_, {.stage = "features", .windows = 1});
  backend_.fill_zero(features.rows(0, 1));
  backend_.fill_zero(features.rows(1 + all_frames, 1));
  kernels::MelLog log;
  log.out = features.rows(1, all_frames);

  // Frame t reaches half a transform beyond its centre 160t. Frames after these hold only zeros.
  const std::int64_t frames =
      count == 0 ? 0 : std::min(all_frames, ceil_div(count + half_fft, MelParameters::hop));
  if (frames > 0) {
    const std::int64_t end = (frames - 1) * MelParameters::hop + MelParameters::fft;  // of the padded samples
    const std::int64_t last = half_fft + window_samples;  // here the second reflection begins
    const auto part = [&](std::int64_t first, std::int64_t past) {
      return padded_.view().rows(first, past - first);
    };
    // The window is mirrored at its first and its last sample, which are not repeated.
    std::array<float, half_fft> reflected;
    const auto reflect = [&](std::int64_t from) {
      for (std::size_t i = 0; i < reflected.size(); ++i) {
        const std::int64_t at = from - static_cast<std::int64_t>(i);
        reflected[i] = at < count ? samples[static_cast<std::size_t>(at)] : 0.0f;
      }
      return reflected.data();
    };
    backend_.upload(part(0, half_fft), reflect(half_fft));
    backend_.upload(part(half_fft, half_fft + count), samples.data());
    if (half_fft + count < end) backend_.fill_zero(part(half_fft + count, end));
    if (last < end) backend_.upload(part(last, end), reflect(window_samples - 2));
    log.power = power_.view().rows(0, frames);
    backend_.run(kernels::MelPower{.out = power_.view().rows(0, frames), .samples = part(0, end)});
  }
  backend_.run(log);
}

}  // namespace tilescribe::features

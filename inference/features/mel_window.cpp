// SPDX-License-Identifier: Apache-2.0
#include "inference/features/mel_window.h"

#include <algorithm>

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

std::int64_t audio_tokens(std::int64_t samples) {
  const std::int64_t frames = ceil_div(samples, MelParameters::hop);
  const std::int64_t halved = frames > 0 ? (frames - 1) / 2 + 1 : 0;
  return halved / 4;
}

MelWindow::MelWindow(kernels::Backend& backend, std::int64_t mels)
    : backend_(backend),
      mels_(mels),
      padded_(backend.allocate_shared(padded_samples * sizeof(float)), kernels::DType::f32, {padded_samples}),
      written_(window_samples),
      power_(backend.tensor(kernels::DType::f32, {window_frames, mels})) {}

void MelWindow::append(std::span<const float> samples) {
  const std::int64_t with_these = samples_ + static_cast<std::int64_t>(samples.size());
  if (with_these > window_samples) {
    throw Error("A window holds {1} samples, not {2}.", window_samples, with_these);
  }
  std::ranges::copy(samples, padded_.view().as<float>() + half_fft + samples_);
  samples_ = with_these;
  pad();
  // Frame t ends half a transform after its centre 160t.
  const std::int64_t known = samples_ - half_fft;
  const std::int64_t end = known < 0 ? 0 : std::min(window_frames, known / MelParameters::hop + 1);
  if (end > complete_) {
    compute_power(complete_, end);
    complete_ = end;
  }
}

kernels::Tensor MelWindow::log_mel() {
  kernels::Tensor features = backend_.activations({1 + window_frames + 1, mels_});
  log_mel(features.view());
  return features;
}

void MelWindow::log_mel(const kernels::TensorView& features) {
  const kernels::Scope stage(backend_, {.stage = "features", .windows = 1});
  // Frames beyond these hold only padding.
  const std::int64_t sounding = std::min(window_frames, ceil_div(samples_ + half_fft, MelParameters::hop));
  const std::int64_t frames = samples_ == 0 ? 0 : sounding;
  compute_power(complete_, frames);

  backend_.fill_zero(features.rows(0, 1));
  backend_.fill_zero(features.rows(1 + window_frames, 1));
  kernels::MelLog log;
  log.out = features.rows(1, window_frames);
  if (frames > 0) log.power = power_.view().rows(0, frames);
  backend_.run(log);
}

void MelWindow::clear() {
  samples_ = complete_ = 0;
}

// Zeros up to the window's end. The window is mirrored at its first and its last sample, which are not
// repeated.
void MelWindow::pad() {
  float* const first = padded_.view().as<float>() + half_fft;
  if (written_ > samples_) std::fill(first + samples_, first + written_, 0.0f);
  written_ = samples_;
  std::reverse_copy(first + 1, first + 1 + half_fft, first - half_fft);
  float* const last = first + window_samples - 1;
  std::reverse_copy(last - half_fft, last, last + 1);
}

void MelWindow::compute_power(std::int64_t first_frame, std::int64_t end_frame) {
  if (end_frame <= first_frame) return;
  const kernels::Scope stage(backend_, {.stage = "features", .windows = 1});
  const std::int64_t begin = first_frame * MelParameters::hop;
  const std::int64_t count = (end_frame - first_frame - 1) * MelParameters::hop + MelParameters::fft;
  const kernels::Tensor samples = backend_.tensor(kernels::DType::f32, {count});
  backend_.upload(samples, padded_.view().as<float>() + begin);
  kernels::MelPower power;
  power.out = power_.view().rows(first_frame, end_frame - first_frame);
  power.samples = samples;
  backend_.run(power);
}

}  // namespace tilescribe::features

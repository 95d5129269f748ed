// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "kernels/backend/backend.h"

namespace tilescribe::features {

/// The window that the model processes at once.
inline constexpr std::int64_t window_samples = 480'000;  // 30 s at 16 kHz
inline constexpr std::int64_t window_frames = 3'000;
inline constexpr std::int64_t window_tokens = 375;  // rows of the projector

/// Number of audio tokens for `samples` (at most a window): ⌈s/160⌉ frames, halved by the second convolution,
/// then four merged to one. 0 for less than 961 samples.
std::int64_t audio_tokens(std::int64_t samples);

/// Log-mel of windows, as WhisperFeatureExtractor computes it: a 400-point DFT every 160 samples, reflected
/// by 200 samples at the window's ends, Slaney mel filters, log10 clamped to 8 decades below the window's
/// maximum, (x + 4)/4.
class MelWindow {
 public:
  /// `type` is that of the features; none: the backend's activation type.
  MelWindow(kernels::Backend& backend, std::int64_t mels, std::optional<kernels::DType> type = {});

  /// The padded window of these samples, at most 480,000: [1 + frames + 1, mels]. The first and last rows are
  /// zero, as the encoder's first convolution expects. Fewer than 3000 frames leave out the window's end; all
  /// samples are before it. Throws Error if there are more samples.
  kernels::Tensor log_mel(std::span<const float> samples, std::int64_t frames = window_frames);
  /// The same, written to a given place: one of several windows packed behind each other. The device may
  /// still be computing it when this returns.
  void log_mel(std::span<const float> samples, const kernels::TensorView& features);

 private:
  kernels::Backend& backend_;
  std::int64_t mels_;
  kernels::DType type_;
  kernels::Tensor padded_;  // f32: the samples between their reflections, then zeros up to 30 s
  kernels::Tensor power_;   // [3000, mels], f32
};

}  // namespace tilescribe::features

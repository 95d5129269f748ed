// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/backend/backend.h"

namespace tilescribe::features {

/// The window that the model hears at once.
inline constexpr std::int64_t window_samples = 480'000;  // 30 s at 16 kHz
inline constexpr std::int64_t window_frames = 3'000;
inline constexpr std::int64_t window_tokens = 375;  // rows of the projector

/// Audio tokens that `samples` (at most a window) become: frames ⌈s/160⌉, halved by the second convolution,
/// four merged to one. 0 for less than 961 samples.
std::int64_t audio_tokens(std::int64_t samples);

/// Log-mel of one window, as WhisperFeatureExtractor computes it: 400-point DFT each 160 samples, reflected
/// by 200 samples at the window's ends, Slaney mel filters, log10 clamped to 8 decades below the window's
/// maximum, (x + 4)/4. Power frames that no later sample can change are kept, so that a live window can grow
/// cheaply; the clamp and the normalisation, which depend on the whole window, are done anew each time.
class MelWindow {
 public:
  MelWindow(kernels::Backend& backend, std::int64_t mels);

  /// Adds samples behind those that stand. Throws Error beyond a window.
  void append(std::span<const float> samples);
  /// Begins another window; cheaper than a new one.
  void clear();

  std::int64_t samples() const { return samples_; }

  /// The whole padded window: [1 + 3000 + 1, mels] in the backend's activation type, first and last row zero,
  /// as the encoder's first convolution wants it.
  kernels::Tensor log_mel();
  /// The same into a given place, one of several windows behind each other.
  void log_mel(const kernels::TensorView& features);

 private:
  void compute_power(std::int64_t first_frame, std::int64_t end_frame);
  void pad();

  kernels::Backend& backend_;
  std::int64_t mels_;
  kernels::Tensor padded_;  // f32, shared: 30 s, zeros behind the samples, and around them what is reflected
  std::int64_t samples_ = 0;  // that stand
  std::int64_t written_ = 0;  // up to which there may be others than zeros
  kernels::Tensor power_;     // [3000, mels], f32; rows below complete_ are final
  std::int64_t complete_ = 0;
};

}  // namespace tilescribe::features

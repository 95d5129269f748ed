// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

/// Log-mel of one window, as WhisperFeatureExtractor computes it: a 400-point DFT every 160 samples,
/// reflected by 200 samples at the window's ends, Slaney mel filters, log10 clamped to 8 decades below the
/// window's maximum, (x + 4)/4. Power frames that no later sample can change are kept, so extending a live
/// window is cheap. The clamp and the normalisation depend on the whole window and are recomputed every time.
class MelWindow {
 public:
  MelWindow(kernels::Backend& backend, std::int64_t mels);

  /// Appends samples to the window. Throws Error if they exceed it.
  void append(std::span<const float> samples);
  /// Starts another window; cheaper than creating a new object.
  void clear();

  std::int64_t samples() const { return samples_; }

  /// The whole padded window: [1 + 3000 + 1, mels] in the backend's activation type. The first and last rows
  /// are zero, as the encoder's first convolution expects.
  kernels::Tensor log_mel();
  /// The same, written to a given place: one of several windows packed behind each other.
  void log_mel(const kernels::TensorView& features);

 private:
  void compute_power(std::int64_t first_frame, std::int64_t end_frame);
  void pad();

  kernels::Backend& backend_;
  std::int64_t mels_;
  kernels::Tensor padded_;    // f32, shared: 30 s; zeros after the samples, the reflections around them
  std::int64_t samples_ = 0;  // in the window
  std::int64_t written_ = 0;  // samples from here on are zeros
  kernels::Tensor power_;     // [3000, mels], f32; rows below complete_ are final
  std::int64_t complete_ = 0;
};

}  // namespace tilescribe::features

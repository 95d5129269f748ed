// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

/// Spectra for Whisper-style models: 400-point windows every 160 samples at 16 kHz, Slaney mel filters.
struct MelParameters {
  static constexpr std::int64_t fft = 400;
  static constexpr std::int64_t hop = 160;
  static constexpr std::int64_t bins = fft / 2 + 1;
  static constexpr double sample_rate = 16000.0;
};

/// Slaney-scale, area-normalised filters, [bins, mels] row-major (Slaney 1998, as in librosa and
/// transformers). Computed in double and rounded to float32. Throws Error if mels < 1.
std::vector<float> mel_filters(std::int64_t mels);

/// Power mel frames: frame t is the squared magnitude of the 400-point DFT of samples[160t, 160t + 400) with
/// a periodic Hann window, passed through the filters. The caller has padded the samples.
struct MelPower {
  static constexpr std::string_view op_name = "mel_power";
  struct Problem {
    std::int64_t frames = 0, mels = 0;
    bool operator==(const Problem&) const = default;
  };

  TensorView out;           // [frames, mels], f32
  ConstTensorView samples;  // [160·(frames − 1) + 400], f32

  Problem problem() const { return {out.shape[0], out.shape[1]}; }
};
Cost cost(const MelPower::Problem& problem);
std::string describe(const MelPower::Problem& problem);

/// L = log10(max(power, 1e-10)); out = (max(L, max(L) − 8) + 4)/4, with max(L) over all frames. Frames after
/// the given ones are silence (power 0).
struct MelLog {
  static constexpr std::string_view op_name = "mel_log";
  struct Problem {
    std::int64_t frames = 0, mels = 0, frames_out = 0;
    DType out = DType::f32;
    bool operator==(const Problem&) const = default;
  };

  TensorView out;         // [frames_out, mels], f32 or the activation type
  ConstTensorView power;  // [frames, mels], f32, frames <= frames_out; may be empty

  Problem problem() const {
    return {power.empty() ? 0 : power.shape[0], out.shape[1], out.shape[0], out.dtype};
  }
};
Cost cost(const MelLog::Problem& problem);
std::string describe(const MelLog::Problem& problem);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

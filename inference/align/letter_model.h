// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>

#include "inference/align/word_times.h"
#include "inference/features/mel_window.h"
#include "inference/model/encoder.h"
#include "inference/weights/weight_source.h"
#include "kernels/backend/backend.h"

namespace tilescribe::align {

/// Says which letter is heard when: the first layers of a checkpoint's audio tower and a small head on them,
/// trained with CTC (Graves et al. 2006), from a side file beside the checkpoint. resources/models/demo's
/// MODEL_CARD.md describes the file.
class LetterModel {
 public:
  static constexpr const char* file_name = "aligner.safetensors";

  /// Throws Error if the side file does not fit the checkpoint, Cancelled on a stop request.
  LetterModel(kernels::Backend& backend, const weights::EncoderConfig& config,
              const weights::WeightSource& source, const std::filesystem::path& side_file,
              const std::stop_token& stop);

  /// Appends the frames of a window (16 kHz, at most 30 s) that begins at start_s: one for every 20 ms.
  /// `mel_frames`: so many of the window of 30 s are heard, the sound and the silence behind it.
  void listen(std::span<const float> window, double start_s, LetterScores& scores,
              std::int64_t mel_frames = features::window_frames);

  /// How late words are found in the median: to be taken off.
  Lateness late() const { return late_; }

 private:
  kernels::Backend& backend_;
  features::MelWindow mel_;
  std::optional<model::Encoder> encoder_;
  static constexpr float norm_eps = 1e-5f;
  kernels::WeightHandle ones_, zeros_;  // the head's norm has no weights
  layers::Linear conv_, out_;
  std::int64_t width_ = 0, taps_ = 0;
  Lateness late_;
};

}  // namespace tilescribe::align

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>

#include "inference/align/best_path.h"
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
  void listen(std::span<const float> window, double start_s, LetterScores& scores);

  /// How late words are found in the median, seconds: to be taken off.
  double late_starts_s() const { return late_starts_s_; }
  double late_ends_s() const { return late_ends_s_; }

 private:
  kernels::Backend& backend_;
  features::MelWindow mel_;
  std::optional<model::Encoder> encoder_;
  static constexpr float norm_eps = 1e-5f;
  kernels::WeightHandle ones_, zeros_;  // the head's norm has no weights
  layers::Linear conv_, out_;
  std::int64_t width_ = 0, taps_ = 0;
  double late_starts_s_ = 0.0, late_ends_s_ = 0.0;
};

}  // namespace tilescribe::align

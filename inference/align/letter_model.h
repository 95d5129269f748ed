// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>

#include "inference/align/letter_head.h"
#include "inference/align/word_times.h"
#include "inference/features/mel_window.h"
#include "inference/model/encoder.h"
#include "inference/weights/weight_source.h"
#include "kernels/backend/backend.h"

namespace tilescribe::align {

/// Says which letter is heard when: the first layers of a checkpoint's audio tower, and a LetterHead on them.
class LetterModel {
 public:
  /// Throws Error if the side file does not fit the checkpoint, Cancelled on a stop request.
  LetterModel(kernels::Backend& backend, const weights::EncoderConfig& config,
              const weights::WeightSource& source, const std::filesystem::path& side_file,
              const std::stop_token& stop);

  /// Appends the frames of a window (16 kHz, at most 30 s) that begins at start_s: one for every 20 ms.
  /// `mel_frames`: so many of the window of 30 s are heard, the sound and the silence behind it.
  void listen(std::span<const float> window, double start_s, LetterScores& scores,
              std::int64_t mel_frames = features::window_frames);

  /// How late words are found in the median: to be taken off.
  Lateness late() const { return head_.late(); }

 private:
  kernels::Backend& backend_;
  features::MelWindow mel_;
  LetterHead head_;
  std::optional<model::Encoder> encoder_;
};

}  // namespace tilescribe::align

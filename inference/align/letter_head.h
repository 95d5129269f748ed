// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "inference/align/word_times.h"
#include "inference/layers/layers.h"
#include "inference/weights/model_config.h"
#include "kernels/backend/backend.h"

namespace tilescribe::align {

/// A small head on one of the audio tower's layers that says which letter is heard when, trained with CTC
/// (Graves et al. 2006), from a side file beside the checkpoint. resources/models/demo's MODEL_CARD.md
/// describes the file. Immutable.
class LetterHead {
 public:
  static constexpr const char* file_name = "aligner.safetensors";

  /// Throws Error if the side file is damaged or does not fit the audio tower.
  LetterHead(kernels::Backend& backend, const weights::EncoderConfig& config,
             const std::filesystem::path& side_file);

  /// It reads what leaves this many layers of the tower.
  std::int64_t layer() const { return layer_; }

  /// Appends the frames of a window of so many samples (16 kHz) that begins at start_s, one for every 20 ms.
  /// `rows` [frames, hidden], f32: what leaves the layer; those behind the samples are only looked at.
  void listen(kernels::Backend& backend, const kernels::ConstTensorView& rows, std::size_t samples,
              double start_s, LetterScores& scores) const;

  /// How late words are found in the median: to be taken off.
  Lateness late() const { return late_; }

 private:
  std::int64_t layer_ = 0, width_ = 0, taps_ = 0;
  kernels::WeightHandle ones_, zeros_;  // the norm has no weights
  layers::Linear conv_, out_;
  Lateness late_;
};

}  // namespace tilescribe::align

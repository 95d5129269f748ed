// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/layers/layers.h"
#include "inference/weights/model_config.h"

namespace tilescribe::model {

/// GLM-ASR's audio tower: two convolutions, pre-LayerNorm blocks with partial RoPE, a final LayerNorm.
/// Immutable.
class Encoder {
 public:
  Encoder(const weights::EncoderConfig& config, layers::WeightLoader& loader);

  /// features [windows · (1 + 3000 + 1), mels] (MelWindow::log_mel, one behind another) → [windows · 1500,
  /// hidden], f32. Padding is attended to, as in the reference.
  kernels::Tensor operator()(kernels::Backend& backend, const kernels::Tensor& features,
                             std::int64_t windows = 1) const;

  /// Device memory that a window of so many frames takes while it is encoded, counted generously, in bytes.
  std::int64_t window_bytes(std::int64_t frames) const;

 private:
  std::int64_t hidden_;
  kernels::WeightHandle conv1_, conv2_;
  layers::Stack stack_;
  layers::Norm final_norm_;
};

/// Four encoder frames → one audio row of the decoder's width. In float32 throughout: it is a small part of
/// the work, and in bf16 its roundings would be a quarter of the audio rows' error.
class Projector {
 public:
  explicit Projector(layers::WeightLoader& loader);

  /// encoded [4 · n, hidden] f32 → [n, decoder hidden], f32. A window has 375 rows, of which the first ones
  /// hold its audio.
  kernels::Tensor operator()(kernels::Backend& backend, const kernels::ConstTensorView& encoded) const;

 private:
  layers::Linear linear_1_, linear_2_;
};

}  // namespace tilescribe::model

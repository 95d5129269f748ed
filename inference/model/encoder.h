// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/layers/layers.h"
#include "inference/weights/model_config.h"

namespace tilescribe::model {

/// GLM-ASR's audio tower: two convolutions, pre-LayerNorm blocks with partial RoPE, a LayerNorm. Immutable.
class Encoder {
 public:
  /// `out` is the type of its result.
  Encoder(const weights::EncoderConfig& config, layers::WeightLoader& loader,
          const layers::GroupType& type = {}, kernels::DType out = kernels::DType::f32);

  /// Of its features.
  kernels::DType activation(const kernels::Device& device) const { return stack_.arithmetic.type(device); }

  /// Keeps what leaves one of the blocks, f32: [windows · frames / 2, hidden].
  struct Tap {
    std::int64_t blocks = 0;  // so many have been gone through
    kernels::Tensor rows = {};
  };

  /// features [windows · (1 + frames + 1), mels] (MelWindow::log_mel, one after another) → [windows · frames
  /// / 2, hidden]. The reference has 3000 frames, and padding takes part in attention, as there. `tap` may be
  /// null.
  kernels::Tensor operator()(kernels::Backend& backend, const kernels::Tensor& features,
                             std::int64_t windows = 1, Tap* tap = nullptr) const;

  /// The same before the last norm, f32: what leaves the last block. A config with fewer layers ends earlier.
  kernels::Tensor blocks(kernels::Backend& backend, const kernels::Tensor& features, std::int64_t windows = 1,
                         Tap* tap = nullptr) const;

  /// Device memory for encoding one window of this many frames, in bytes; a generous estimate.
  std::int64_t window_bytes(std::int64_t frames) const;

 private:
  std::int64_t hidden_;
  kernels::DType out_;
  kernels::WeightHandle conv1_, conv2_;
  layers::Stack stack_;
  layers::Norm final_norm_;
};

/// Four encoder frames → one audio row of the decoder's width. Computes in float32 unless told otherwise: it
/// is a small part of the work, and in bf16 its rounding would be a quarter of the audio rows' error.
class Projector {
 public:
  explicit Projector(layers::WeightLoader& loader, const layers::GroupType& type = {});

  /// What it reads.
  static kernels::DType type_of(const layers::GroupType& type) {
    return type.arithmetic.activation.value_or(kernels::DType::f32);
  }

  /// encoded [4 · n, hidden] → [n, decoder hidden], f32. A window has 375 rows, audio first.
  kernels::Tensor operator()(kernels::Backend& backend, const kernels::ConstTensorView& encoded) const;

 private:
  layers::Arithmetic arithmetic_;
  layers::Linear linear_1_, linear_2_;
};

}  // namespace tilescribe::model

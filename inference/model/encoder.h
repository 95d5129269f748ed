// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inference/model/weight_loader.h"
#include "inference/weights/model_config.h"
#include "kernels/core/sequence.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::model {

/// Key/value caches of all layers: each layer [slots, kv_heads, capacity, head_dim] twice.
class KvCache {
 public:
  KvCache() = default;
  KvCache(kernels::Backend& backend, std::int64_t layers, std::int64_t slots, std::int64_t kv_heads,
          std::int64_t capacity, std::int64_t head_dim);
  kernels::KvView layer(std::int64_t i) const {
    return {k_[static_cast<std::size_t>(i)], v_[static_cast<std::size_t>(i)]};
  }
  std::int64_t slots() const { return slots_; }
  std::int64_t capacity() const { return capacity_; }

 private:
  std::int64_t slots_ = 0, capacity_ = 0;
  std::vector<kernels::Tensor> k_, v_;
};

/// A norm and the weights behind it.
struct NormWeights {
  kernels::WeightHandle gain, bias;
  kernels::Norm norm(kernels::NormKind kind, float eps) const { return {kind, gain.get(), bias.get(), eps}; }
};

/// GLM-ASR's audio tower: two convolutions, pre-LayerNorm blocks with partial RoPE, a final LayerNorm.
/// Immutable.
class Encoder {
 public:
  Encoder(const weights::EncoderConfig& config, WeightLoader& loader);

  /// features [windows · (1 + 3000 + 1), mels] (MelWindow::log_mel, one behind another) → [windows · 1500,
  /// hidden], f32. Padding is attended to, as in the reference.
  kernels::Tensor operator()(kernels::Backend& backend, const kernels::Tensor& features,
                             std::int64_t windows = 1) const;

 private:
  struct Layer {
    NormWeights attention_norm, mlp_norm;
    kernels::WeightHandle qkv, output, fc1, fc2;
  };

  weights::EncoderConfig config_;
  kernels::WeightHandle conv1_, conv2_;
  std::vector<Layer> layers_;
  NormWeights final_norm_;
};

/// Four encoder frames → one audio row of the decoder's width. In float32 throughout: it is a small part of
/// the work, and in bf16 its roundings would be a quarter of the audio rows' error.
class Projector {
 public:
  explicit Projector(WeightLoader& loader);

  /// encoded [4 · n, hidden] f32 → [n, decoder hidden], f32. A window has 375 rows, of which the first ones
  /// hold its audio.
  kernels::Tensor operator()(kernels::Backend& backend, const kernels::ConstTensorView& encoded) const;

 private:
  kernels::WeightHandle linear_1_, linear_2_;
};

}  // namespace tilescribe::model

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/model/encoder.h"

namespace tilescribe::model {

/// What changes while tokens are generated: the caches, and how far each slot has come.
struct DecodeState {
  KvCache cache;
  std::vector<std::int32_t> positions;  // tokens cached so far, a slot
};

/// The Llama-style language model with grouped-query attention. Immutable.
class Decoder {
 public:
  Decoder(const weights::DecoderConfig& config, WeightLoader& loader);

  const weights::DecoderConfig& config() const { return config_; }

  /// Caches for `slots` sequences of at most `capacity` tokens. Throws Error with figures when they do not
  /// fit.
  DecodeState make_state(kernels::Backend& backend, std::int64_t slots, std::int64_t capacity) const;

  /// Reads a prompt into a fresh slot. Ids equal to `audio_id` take the rows of `audio` [n, hidden] f32 in
  /// order. Returns the last position's logits [1, vocab], f32.
  kernels::Tensor prefill(kernels::Backend& backend, DecodeState& state, std::int32_t slot,
                          std::span<const std::int32_t> ids, const kernels::ConstTensorView& audio,
                          std::int32_t audio_id) const;

  /// One token for each of `slots`. Returns logits [slots, vocab], f32.
  kernels::Tensor step(kernels::Backend& backend, DecodeState& state, std::span<const std::int32_t> slots,
                       std::span<const std::int32_t> ids) const;

 private:
  struct Layer {
    NormWeights attention_norm, mlp_norm;
    kernels::WeightHandle qkv, output, gate_up, down;
  };

  void run_layers(kernels::Backend& backend, DecodeState& state, const kernels::Tensor& x,
                  std::span<const kernels::Sequence> sequences) const;
  kernels::Tensor logits(kernels::Backend& backend, const kernels::Tensor& x,
                         std::span<const std::int32_t> rows) const;

  weights::DecoderConfig config_;
  kernels::WeightHandle embedding_, head_;
  std::vector<Layer> layers_;
  NormWeights final_norm_;
};

}  // namespace tilescribe::model

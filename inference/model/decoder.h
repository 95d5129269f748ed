// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/model/encoder.h"

namespace tilescribe::model {

/// A prompt that is read into a fresh slot. The rows of `audio` [n, hidden], f32, stand in the places
/// [audio_begin, audio_begin + n); every other id is text, whatever it is.
struct Prompt {
  std::int32_t slot = 0;
  std::span<const std::int32_t> ids;
  std::int64_t audio_begin = 0;
  kernels::ConstTensorView audio;  // may be empty
};

/// What a step reads on the device, a row a sequence: its next token, its slot, and the position that the
/// token goes to (negative: the row is idle).
struct StepRows {
  kernels::TensorView ids, slots, positions;  // [rows], i32
  std::int64_t most_keys = 0;                 // positions stay below it
};

/// The Llama-style language model with grouped-query attention. Immutable.
class Decoder {
 public:
  Decoder(const weights::DecoderConfig& config, WeightLoader& loader);

  const weights::DecoderConfig& config() const { return config_; }

  /// Caches for `slots` sequences of at most `capacity` tokens. Throws Error with figures when they do not
  /// fit.
  KvCache make_cache(kernels::Backend& backend, std::int64_t slots, std::int64_t capacity) const;

  /// Bytes of keys and values that a slot of make_cache() takes.
  std::int64_t slot_bytes(const kernels::Backend& backend, std::int64_t capacity) const;

  /// Reads prompts, packed behind each other and without padding. Returns each one's logits at its last
  /// position [prompts, vocab], f32. Throws Error when a prompt does not fit its slot, or its audio not into
  /// it.
  kernels::Tensor prefill(kernels::Backend& backend, const KvCache& cache,
                          std::span<const Prompt> prompts) const;

  /// One token for each row. Decides nothing on the host, so that it can be recorded and replayed. Returns
  /// logits [rows, vocab], f32; an idle row's mean nothing.
  kernels::Tensor step(kernels::Backend& backend, const KvCache& cache, const StepRows& rows) const;

 private:
  struct Layer {
    NormWeights attention_norm, mlp_norm;
    kernels::WeightHandle qkv, output, gate_up, down;
  };

  void run_layers(kernels::Backend& backend, const KvCache& cache, const kernels::TensorView& x,
                  std::span<const kernels::Sequence> sequences, const kernels::StepRows& step) const;
  void logits(kernels::Backend& backend, const kernels::TensorView& out, const kernels::ConstTensorView& x,
              std::span<const std::int32_t> rows) const;

  weights::DecoderConfig config_;
  kernels::WeightHandle embedding_, head_;
  std::vector<Layer> layers_;
  NormWeights final_norm_;
};

}  // namespace tilescribe::model

// SPDX-License-Identifier: Apache-2.0
#include "inference/model/decoder.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "kernels/ops/argmax/argmax.h"
#include "kernels/ops/attention/attention.h"
#include "kernels/ops/embedding/embedding.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/mlp/mlp.h"
#include "kernels/ops/rope/rope.h"

namespace tilescribe::model {
namespace {

using kernels::DType;
using kernels::Tensor;
using kernels::WeightRole;

// Prompts are read in pieces, so that a 10-minute prompt needs no more scratch memory than a short one.
constexpr std::int64_t prefill_rows = 1024;

NormWeights rms_norm(WeightLoader& loader, const std::string& name) {
  return {loader.single(name + ".weight", WeightRole::vector), nullptr};
}

}  // namespace

Decoder::Decoder(const weights::DecoderConfig& config, WeightLoader& loader)
    : config_(config),
      embedding_(loader.single("language_model.model.embed_tokens.weight", WeightRole::table)) {
  for (std::int64_t i = 0; i < config.layers; ++i) {
    const std::string layer = "language_model.model.layers." + std::to_string(i) + ".";
    const std::string attention = layer + "self_attn.";
    layers_.push_back({
        .attention_norm = rms_norm(loader, layer + "input_layernorm"),
        .mlp_norm = rms_norm(loader, layer + "post_attention_layernorm"),
        .qkv = loader.matrix({attention + "q_proj", attention + "k_proj", attention + "v_proj"}),
        .output = loader.matrix({attention + "o_proj"}),
        .gate_up = loader.matrix({layer + "mlp.gate_proj", layer + "mlp.up_proj"}, WeightRole::gate_up),
        .down = loader.matrix({layer + "mlp.down_proj"}),
    });
  }
  final_norm_ = rms_norm(loader, "language_model.model.norm");
  head_ = loader.matrix({"language_model.lm_head"});
}

DecodeState Decoder::make_state(kernels::Backend& backend, std::int64_t slots, std::int64_t capacity) const {
  return {KvCache(backend, config_.layers, slots, config_.kv_heads, capacity, config_.head_dim),
          std::vector<std::int32_t>(static_cast<std::size_t>(slots), 0)};
}

Tensor Decoder::prefill(kernels::Backend& backend, DecodeState& state, std::int32_t slot,
                        std::span<const std::int32_t> ids, const kernels::ConstTensorView& audio,
                        std::int32_t audio_id) const {
  const auto total = static_cast<std::int64_t>(ids.size());
  if (total == 0 || total > state.cache.capacity()) {
    throw Error("A prompt must have 1 to " + std::to_string(state.cache.capacity()) + " tokens, not " +
                std::to_string(total) + ".");
  }
  std::int32_t& position = state.positions[static_cast<std::size_t>(slot)];
  position = 0;
  const Tensor id_tensor = backend.tensor(DType::i32, {total});
  backend.upload(id_tensor, ids.data());
  const Tensor embedded = backend.tensor(DType::f32, {total, config_.hidden});
  backend.run(kernels::Embed{
      .out = embedded, .ids = id_tensor, .table = embedding_.get(), .audio = audio, .audio_id = audio_id});

  for (;;) {
    const std::int64_t rows = std::min(total - position, prefill_rows);
    const Tensor piece = embedded.rows(position, rows);
    const std::array sequence{kernels::Sequence{
        .slot = slot, .first_row = 0, .rows = static_cast<std::int32_t>(rows), .position = position}};
    run_layers(backend, state, piece, sequence);
    position += static_cast<std::int32_t>(rows);
    if (position == total) {
      const std::array last{static_cast<std::int32_t>(rows - 1)};
      return logits(backend, piece, last);
    }
  }
}

Tensor Decoder::step(kernels::Backend& backend, DecodeState& state, std::span<const std::int32_t> slots,
                     std::span<const std::int32_t> ids) const {
  const auto rows = static_cast<std::int64_t>(slots.size());
  const Tensor id_tensor = backend.tensor(DType::i32, {rows});
  backend.upload(id_tensor, ids.data());
  const Tensor x = backend.tensor(DType::f32, {rows, config_.hidden});
  backend.run(
      kernels::Embed{.out = x, .ids = id_tensor, .table = embedding_.get(), .audio = {}, .audio_id = -1});

  std::vector<kernels::Sequence> sequences;
  for (std::int32_t row = 0; row < rows; ++row) {
    const std::int32_t slot = slots[static_cast<std::size_t>(row)];
    std::int32_t& position = state.positions[static_cast<std::size_t>(slot)];
    if (position >= state.cache.capacity()) {
      throw Error("The key/value cache of " + std::to_string(state.cache.capacity()) + " tokens is full.");
    }
    sequences.push_back({.slot = slot, .first_row = row, .rows = 1, .position = position});
    ++position;
  }
  run_layers(backend, state, x, sequences);
  std::vector<std::int32_t> all(slots.size());
  std::iota(all.begin(), all.end(), 0);
  return logits(backend, x, all);
}

void Decoder::run_layers(kernels::Backend& backend, DecodeState& state, const Tensor& x,
                         std::span<const kernels::Sequence> sequences) const {
  const std::int64_t rows = x.view().shape[0];
  const Tensor q = backend.activations({rows, config_.heads * config_.head_dim});
  const Tensor attended = backend.activations({rows, config_.heads * config_.head_dim});
  const kernels::RopeParameters rope{config_.head_dim, config_.rope_theta};
  for (std::int64_t i = 0; i < config_.layers; ++i) {
    const Layer& layer = layers_[static_cast<std::size_t>(i)];
    const kernels::KvView cache = state.cache.layer(i);
    backend.run(
        kernels::NormQkvRopeAppend{.q = q,
                                   .kv = cache,
                                   .x = x,
                                   .norm = layer.attention_norm.norm(kernels::NormKind::rms, config_.rms_eps),
                                   .qkv = layer.qkv.get(),
                                   .sequences = sequences,
                                   .rope = rope,
                                   .heads = config_.heads});
    backend.run(kernels::Attend{.out = attended,
                                .q = q,
                                .kv = cache,
                                .sequences = sequences,
                                .causal = true,
                                .heads = config_.heads});
    backend.run(kernels::LinearResidual{.residual = x, .x = attended, .weight = layer.output.get()});
    backend.run(kernels::NormGatedMlp{.x = x,
                                      .norm = layer.mlp_norm.norm(kernels::NormKind::rms, config_.rms_eps),
                                      .gate_up = layer.gate_up.get(),
                                      .down = layer.down.get(),
                                      .activation = backend.activation_dtype()});
  }
}

Tensor Decoder::logits(kernels::Backend& backend, const Tensor& x, std::span<const std::int32_t> rows) const {
  Tensor out = backend.tensor(DType::f32, {static_cast<std::int64_t>(rows.size()), config_.vocab});
  backend.run(kernels::NormLogits{.logits = out,
                                  .x = x,
                                  .rows = rows,
                                  .norm = final_norm_.norm(kernels::NormKind::rms, config_.rms_eps),
                                  .head = head_.get(),
                                  .activation = backend.activation_dtype()});
  return out;
}

}  // namespace tilescribe::model

// SPDX-License-Identifier: Apache-2.0
#include "inference/model/decoder.h"

#include <algorithm>
#include <string>

#include "kernels/backend/scope.h"
#include "kernels/ops/attention/attention.h"
#include "kernels/ops/embedding/embedding.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/logits/logits.h"
#include "kernels/ops/mlp/mlp.h"
#include "kernels/ops/rope/rope.h"

namespace tilescribe::model {
namespace {

using kernels::DType;
using kernels::Tensor;
using kernels::WeightRole;

std::int64_t total_rows(std::span<const Prompt> prompts) {
  std::int64_t rows = 0;
  for (const Prompt& prompt : prompts) rows += static_cast<std::int64_t>(prompt.ids.size());
  return rows;
}

std::int64_t audio_rows(const Prompt& prompt) {
  return prompt.audio.empty() ? 0 : prompt.audio.shape[0];
}

void check(const Prompt& prompt, std::int64_t capacity) {
  const auto total = static_cast<std::int64_t>(prompt.ids.size());
  if (total == 0 || total > capacity) {
    throw Error("A prompt must have 1 to " + std::to_string(capacity) + " tokens, not " +
                std::to_string(total) + ".");
  }
  if (prompt.audio_begin < 0 || audio_rows(prompt) > total - prompt.audio_begin) {
    throw Error("A prompt of " + std::to_string(total) + " tokens can't take " +
                std::to_string(audio_rows(prompt)) + " rows of audio from token " +
                std::to_string(prompt.audio_begin) + " on.");
  }
}

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

KvCache Decoder::make_cache(kernels::Backend& backend, std::int64_t slots, std::int64_t capacity) const {
  return {backend, config_.layers, slots, config_.kv_heads, capacity, config_.head_dim};
}

std::int64_t Decoder::slot_bytes(const kernels::Backend& backend, std::int64_t capacity) const {
  return 2 * config_.layers * config_.kv_heads * capacity * config_.head_dim *
         static_cast<std::int64_t>(size_of(backend.activation_dtype()));
}

Tensor Decoder::prefill(kernels::Backend& backend, const KvCache& cache,
                        std::span<const Prompt> prompts) const {
  for (const Prompt& prompt : prompts) check(prompt, cache.capacity());
  const std::int64_t most_rows = backend.batching().prefill_rows;
  Tensor out = backend.tensor(DType::f32, {static_cast<std::int64_t>(prompts.size()), config_.vocab});
  std::vector<kernels::Sequence> piece;  // what is read together
  std::vector<std::int32_t> ends;        // rows of it that end a prompt
  std::int32_t rows = 0;
  std::int64_t finished = 0;
  const Tensor x = backend.tensor(DType::f32, {std::min(most_rows, total_rows(prompts)), config_.hidden});
  const auto flush = [&] {
    const kernels::TensorView read = x.view().rows(0, rows);
    run_layers(backend, cache, read, piece, {});
    const auto count = static_cast<std::int64_t>(ends.size());
    if (count > 0) logits(backend, out.view().rows(finished, count), read, ends);
    finished += count;
    piece.clear();
    ends.clear();
    rows = 0;
  };

  std::vector<std::int32_t> all_ids;
  for (const Prompt& prompt : prompts) all_ids.insert(all_ids.end(), prompt.ids.begin(), prompt.ids.end());
  const Tensor ids = backend.tensor(DType::i32, {static_cast<std::int64_t>(all_ids.size())});
  backend.upload(ids, all_ids.data());
  std::int64_t first_id = 0;

  for (const Prompt& prompt : prompts) {
    const auto total = static_cast<std::int64_t>(prompt.ids.size());
    // A prompt is cut only when it alone is too long.
    if (rows > 0 && rows + total > most_rows) flush();
    const std::int64_t audio_end = prompt.audio_begin + audio_rows(prompt);
    for (std::int64_t position = 0; position < total;) {
      const std::int64_t count = std::min(total - position, most_rows - rows);
      kernels::Embed embed{.out = x.view().rows(rows, count),
                           .ids = ids.view().rows(first_id + position, count),
                           .table = embedding_.get(),
                           .audio = {}};
      // The part of the audio that lies in this piece.
      const std::int64_t begin = std::max(position, prompt.audio_begin);
      const std::int64_t end = std::min(position + count, audio_end);
      if (begin < end) {
        embed.audio = prompt.audio.rows(begin - prompt.audio_begin, end - begin);
        embed.audio_first = begin - position;
      }
      backend.run(embed);
      piece.push_back({.slot = prompt.slot,
                       .first_row = rows,
                       .rows = static_cast<std::int32_t>(count),
                       .position = static_cast<std::int32_t>(position)});
      rows += static_cast<std::int32_t>(count);
      position += count;
      if (position == total) ends.push_back(rows - 1);
      if (rows == most_rows) flush();
    }
    first_id += total;
  }
  if (rows > 0) flush();
  return out;
}

Tensor Decoder::step(kernels::Backend& backend, const KvCache& cache, const StepRows& rows) const {
  const std::int64_t count = rows.ids.elements();
  const Tensor x = backend.tensor(DType::f32, {count, config_.hidden});
  backend.run(kernels::Embed{.out = x, .ids = rows.ids, .table = embedding_.get(), .audio = {}});
  run_layers(backend, cache, x, {}, {rows.slots, rows.positions, rows.most_keys});
  Tensor out = backend.tensor(DType::f32, {count, config_.vocab});
  logits(backend, out, x, {});
  return out;
}

void Decoder::run_layers(kernels::Backend& backend, const KvCache& kv, const kernels::TensorView& x,
                         std::span<const kernels::Sequence> sequences, const kernels::StepRows& step) const {
  const std::int64_t rows = x.shape[0];
  const Tensor q = backend.activations({rows, config_.heads * config_.head_dim});
  const Tensor attended = backend.activations({rows, config_.heads * config_.head_dim});
  const kernels::RopeParameters rope{config_.head_dim, config_.rope_theta};
  for (std::int64_t i = 0; i < config_.layers; ++i) {
    const Layer& layer = layers_[static_cast<std::size_t>(i)];
    const kernels::Scope scope(backend, i);
    const kernels::KvView cache = kv.layer(i);
    backend.run(
        kernels::NormQkvRopeAppend{.q = q,
                                   .kv = cache,
                                   .x = x,
                                   .norm = layer.attention_norm.norm(kernels::NormKind::rms, config_.rms_eps),
                                   .qkv = layer.qkv.get(),
                                   .sequences = sequences,
                                   .rope = rope,
                                   .heads = config_.heads,
                                   .step = step});
    backend.run(kernels::Attend{.out = attended,
                                .q = q,
                                .kv = cache,
                                .sequences = sequences,
                                .causal = true,
                                .heads = config_.heads,
                                .step = step});
    backend.run(kernels::LinearResidual{
        .residual = x, .x = attended, .weight = layer.output.get(), .step = !step.empty()});
    backend.run(kernels::NormGatedMlp{.x = x,
                                      .norm = layer.mlp_norm.norm(kernels::NormKind::rms, config_.rms_eps),
                                      .gate_up = layer.gate_up.get(),
                                      .down = layer.down.get(),
                                      .activation = backend.activation_dtype(),
                                      .step = !step.empty()});
  }
}

void Decoder::logits(kernels::Backend& backend, const kernels::TensorView& out,
                     const kernels::ConstTensorView& x, std::span<const std::int32_t> rows) const {
  backend.run(kernels::NormLogits{.logits = out,
                                  .x = x,
                                  .rows = rows,
                                  .norm = final_norm_.norm(kernels::NormKind::rms, config_.rms_eps),
                                  .head = head_.get(),
                                  .activation = backend.activation_dtype()});
}

}  // namespace tilescribe::model

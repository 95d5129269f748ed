// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/tensor_list.h"

#include <utility>

namespace tilescribe::weights {
namespace {

void add_encoder(std::vector<TensorSpec>& list, const EncoderConfig& c) {
  constexpr std::int64_t taps = 3;
  const std::int64_t attention = c.heads * c.head_dim;
  add_with_bias(list, "audio_tower.conv1", {c.hidden, c.mel_bins, taps});
  add_with_bias(list, "audio_tower.conv2", {c.hidden, c.hidden, taps});
  for (std::int64_t i = 0; i < c.layers; ++i) {
    const std::string layer = "audio_tower.layers." + std::to_string(i) + ".";
    add_with_bias(list, layer + "input_layernorm", {c.hidden});
    add_with_bias(list, layer + "self_attn.q_proj", {attention, c.hidden});
    list.push_back({layer + "self_attn.k_proj.weight", {attention, c.hidden}});  // the keys have no bias
    add_with_bias(list, layer + "self_attn.v_proj", {attention, c.hidden});
    add_with_bias(list, layer + "self_attn.o_proj", {c.hidden, attention});
    add_with_bias(list, layer + "post_attention_layernorm", {c.hidden});
    add_with_bias(list, layer + "mlp.fc1", {c.ffn, c.hidden});
    add_with_bias(list, layer + "mlp.fc2", {c.hidden, c.ffn});
  }
  add_with_bias(list, "audio_tower.norm", {c.hidden});
}

void add_decoder(std::vector<TensorSpec>& list, const DecoderConfig& c) {
  const std::int64_t queries = c.heads * c.head_dim;
  const std::int64_t keys = c.kv_heads * c.head_dim;
  list.push_back({embedding_name, {c.vocab, c.hidden}});
  for (std::int64_t i = 0; i < c.layers; ++i) {
    const std::string layer = "language_model.model.layers." + std::to_string(i) + ".";
    list.push_back({layer + "input_layernorm.weight", {c.hidden}});
    list.push_back({layer + "self_attn.q_proj.weight", {queries, c.hidden}});
    list.push_back({layer + "self_attn.k_proj.weight", {keys, c.hidden}});
    list.push_back({layer + "self_attn.v_proj.weight", {keys, c.hidden}});
    list.push_back({layer + "self_attn.o_proj.weight", {c.hidden, queries}});
    list.push_back({layer + "post_attention_layernorm.weight", {c.hidden}});
    list.push_back({layer + "mlp.gate_proj.weight", {c.ffn, c.hidden}});
    list.push_back({layer + "mlp.up_proj.weight", {c.ffn, c.hidden}});
    list.push_back({layer + "mlp.down_proj.weight", {c.hidden, c.ffn}});
  }
  list.push_back({"language_model.model.norm.weight", {c.hidden}});
  list.push_back({lm_head_name, {c.vocab, c.hidden}});
}

}  // namespace

void add_with_bias(std::vector<TensorSpec>& list, const std::string& prefix,
                   std::vector<std::int64_t> weight_shape) {
  const std::int64_t out = weight_shape[0];
  list.push_back({prefix + ".weight", std::move(weight_shape)});
  list.push_back({prefix + ".bias", {out}});
}

std::vector<TensorSpec> expected_tensors(const ModelConfig& config) {
  std::vector<TensorSpec> list;
  add_encoder(list, config.encoder);
  add_with_bias(list, "multi_modal_projector.linear_1",
                {config.projector_hidden, merged_frames * config.encoder.hidden});
  add_with_bias(list, "multi_modal_projector.linear_2", {config.decoder.hidden, config.projector_hidden});
  add_decoder(list, config.decoder);
  return list;
}

std::int64_t element_count(const std::vector<std::int64_t>& shape) {
  std::int64_t elements = 1;
  for (const std::int64_t dim : shape) elements *= dim;
  return elements;
}

}  // namespace tilescribe::weights

// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/tensor_list.h"

#include <utility>

namespace tilescribe::weights {
namespace {

class TensorList {
 public:
  void add(const std::string& name, std::vector<std::int64_t> shape) {
    specs_.push_back({name, std::move(shape)});
  }
  void add_with_bias(const std::string& prefix, std::vector<std::int64_t> weight_shape) {
    const std::int64_t out = weight_shape[0];
    add(prefix + ".weight", std::move(weight_shape));
    add(prefix + ".bias", {out});
  }
  std::vector<TensorSpec> take() { return std::move(specs_); }

 private:
  std::vector<TensorSpec> specs_;
};

void add_encoder(TensorList& list, const EncoderConfig& c) {
  constexpr std::int64_t taps = 3;
  const std::int64_t attention = c.heads * c.head_dim;
  list.add_with_bias("audio_tower.conv1", {c.hidden, c.mel_bins, taps});
  list.add_with_bias("audio_tower.conv2", {c.hidden, c.hidden, taps});
  for (std::int64_t i = 0; i < c.layers; ++i) {
    const std::string layer = "audio_tower.layers." + std::to_string(i) + ".";
    list.add_with_bias(layer + "input_layernorm", {c.hidden});
    list.add_with_bias(layer + "self_attn.q_proj", {attention, c.hidden});
    list.add(layer + "self_attn.k_proj.weight", {attention, c.hidden});  // the keys have no bias
    list.add_with_bias(layer + "self_attn.v_proj", {attention, c.hidden});
    list.add_with_bias(layer + "self_attn.o_proj", {c.hidden, attention});
    list.add_with_bias(layer + "post_attention_layernorm", {c.hidden});
    list.add_with_bias(layer + "mlp.fc1", {c.ffn, c.hidden});
    list.add_with_bias(layer + "mlp.fc2", {c.hidden, c.ffn});
  }
  list.add_with_bias("audio_tower.norm", {c.hidden});
}

void add_decoder(TensorList& list, const DecoderConfig& c) {
  const std::int64_t queries = c.heads * c.head_dim;
  const std::int64_t keys = c.kv_heads * c.head_dim;
  list.add(embedding_name, {c.vocab, c.hidden});
  for (std::int64_t i = 0; i < c.layers; ++i) {
    const std::string layer = "language_model.model.layers." + std::to_string(i) + ".";
    list.add(layer + "input_layernorm.weight", {c.hidden});
    list.add(layer + "self_attn.q_proj.weight", {queries, c.hidden});
    list.add(layer + "self_attn.k_proj.weight", {keys, c.hidden});
    list.add(layer + "self_attn.v_proj.weight", {keys, c.hidden});
    list.add(layer + "self_attn.o_proj.weight", {c.hidden, queries});
    list.add(layer + "post_attention_layernorm.weight", {c.hidden});
    list.add(layer + "mlp.gate_proj.weight", {c.ffn, c.hidden});
    list.add(layer + "mlp.up_proj.weight", {c.ffn, c.hidden});
    list.add(layer + "mlp.down_proj.weight", {c.hidden, c.ffn});
  }
  list.add("language_model.model.norm.weight", {c.hidden});
  list.add(lm_head_name, {c.vocab, c.hidden});
}

}  // namespace

std::vector<TensorSpec> expected_tensors(const ModelConfig& config) {
  TensorList list;
  add_encoder(list, config.encoder);
  list.add_with_bias("multi_modal_projector.linear_1",
                     {config.projector_hidden, merged_frames * config.encoder.hidden});
  list.add_with_bias("multi_modal_projector.linear_2", {config.decoder.hidden, config.projector_hidden});
  add_decoder(list, config.decoder);
  return list.take();
}

std::int64_t element_count(const std::vector<std::int64_t>& shape) {
  std::int64_t elements = 1;
  for (const std::int64_t dim : shape) elements *= dim;
  return elements;
}

}  // namespace tilescribe::weights

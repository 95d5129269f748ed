// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "inference/model/model.h"

namespace tilescribe::model {

layers::SequenceModel load_decoder(const weights::DecoderConfig& config, const ModelTypes& types,
                                   layers::WeightLoader& loader) {
  using kernels::WeightRole;
  const auto norm = [&](const std::string& name) {
    return layers::Norm(loader, kernels::NormKind::rms, name, config.rms_eps);
  };
  layers::SequenceModel model;
  model.stack.arithmetic = loader.begin_group(types.text);
  model.embedding = loader.single("language_model.model.embed_tokens.weight", WeightRole::table);
  model.stack.heads = {.count = config.heads,
                       .kv = config.kv_heads,
                       .width = config.head_dim,
                       .rope = {config.head_dim, config.rope_theta}};
  for (std::int64_t i = 0; i < config.layers; ++i) {
    const std::string layer = "language_model.model.layers." + std::to_string(i) + ".";
    const std::string attention = layer + "self_attn.";
    model.stack.blocks.push_back(
        {.attention = {.norm = norm(layer + "input_layernorm"),
                       .qkv =
                           loader.matrix({attention + "q_proj", attention + "k_proj", attention + "v_proj"}),
                       .output = loader.matrix({attention + "o_proj"})},
         .mlp = {.norm = norm(layer + "post_attention_layernorm"),
                 .up = loader.matrix({layer + "mlp.gate_proj", layer + "mlp.up_proj"}, WeightRole::gate_up),
                 .down = loader.matrix({layer + "mlp.down_proj"}),
                 .activation = layers::Mlp::Activation::gated_silu}});
  }
  model.norm = norm("language_model.model.norm");
  model.head_arithmetic = loader.begin_group(types.head);
  model.head = loader.matrix({"language_model.lm_head"});
  model.context = config.max_positions;
  model.float8_cache = types.float8_cache;
  return model;
}

}  // namespace tilescribe::model

// SPDX-License-Identifier: Apache-2.0
#include "inference/model/gpt.h"

#include <string>

namespace tilescribe::model {

Gpt load_gpt(kernels::Backend& backend, const weights::GptConfig& config, const weights::WeightSource& source,
             const std::stop_token& stop) {
  using kernels::WeightRole;
  layers::WeightLoader loader(backend, source, stop);
  const auto norm = [&](const std::string& name) {
    return layers::Norm(loader, kernels::NormKind::layer, name, config.norm_eps);
  };
  const auto activation =
      config.tanh_gelu ? layers::Mlp::Activation::gelu_tanh : layers::Mlp::Activation::gelu;
  layers::SequenceModel model;
  model.embedding = loader.single("wte.weight", WeightRole::table);
  model.positions = loader.single("wpe.weight", WeightRole::table);
  model.stack.heads = {.count = config.heads, .kv = config.heads, .width = config.width / config.heads};
  for (std::int64_t i = 0; i < config.layers; ++i) {
    const std::string block = "h." + std::to_string(i) + ".";
    model.stack.blocks.push_back({.attention = {.norm = norm(block + "ln_1"),
                                                .qkv = loader.matrix({block + "attn.c_attn"}),
                                                .output = loader.matrix({block + "attn.c_proj"})},
                                  .mlp = {.norm = norm(block + "ln_2"),
                                          .up = loader.matrix({block + "mlp.c_fc"}),
                                          .down = loader.matrix({block + "mlp.c_proj"}),
                                          .activation = activation}});
  }
  model.norm = norm("ln_f");
  model.head = loader.matrix({config.tied ? "wte" : "lm_head"});
  model.context = config.context;
  backend.synchronize();  // errors of pending uploads are reported here
  return {config, std::move(model), loader.prepared_bytes()};
}

}  // namespace tilescribe::model

// SPDX-License-Identifier: Apache-2.0
#include "inference/model/encoder.h"

#include <string>
#include <vector>

#include "kernels/backend/scope.h"
#include "kernels/ops/conv1d/conv1d.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::model {

using kernels::Tensor;

Encoder::Encoder(const weights::EncoderConfig& config, layers::WeightLoader& loader,
                 const layers::GroupType& type, kernels::DType out)
    : hidden_(config.hidden), out_(out) {
  stack_.arithmetic = loader.begin_group(type);
  conv1_ = loader.convolution("audio_tower.conv1");
  conv2_ = loader.convolution("audio_tower.conv2");
  const auto norm = [&](const std::string& name) {
    return layers::Norm(loader, kernels::NormKind::layer, name, config.norm_eps);
  };
  stack_.heads = {.count = config.heads,
                  .kv = config.heads,
                  .width = config.head_dim,
                  .rope = {config.rotary_dim, config.rope_theta},
                  .causal = false};
  for (std::int64_t i = 0; i < config.layers; ++i) {
    const std::string layer = "audio_tower.layers." + std::to_string(i) + ".";
    const std::string attention = layer + "self_attn.";
    stack_.blocks.push_back({.attention = {.norm = norm(layer + "input_layernorm"),
                                           .qkv = loader.matrix({attention + "q_proj", attention + "k_proj",
                                                                 attention + "v_proj"}),
                                           .output = loader.matrix({attention + "o_proj"})},
                             .mlp = {.norm = norm(layer + "post_attention_layernorm"),
                                     .up = loader.matrix({layer + "mlp.fc1"}),
                                     .down = loader.matrix({layer + "mlp.fc2"})}});
  }
  final_norm_ = norm("audio_tower.norm");
}

Tensor Encoder::operator()(kernels::Backend& backend, const Tensor& features, std::int64_t windows,
                           Tap* tap) const {
  const kernels::Scope stage(backend, {.stage = "encoder", .windows = static_cast<std::int32_t>(windows)});
  const Tensor x = blocks(backend, features, windows, tap);
  Tensor encoded = backend.tensor(out_, x.view().shape);
  backend.run(kernels::LayerNorm{.out = encoded,
                                 .x = x,
                                 .gain = final_norm_.gain.get(),
                                 .bias = final_norm_.bias.get(),
                                 .eps = final_norm_.eps});
  return encoded;
}

Tensor Encoder::blocks(kernels::Backend& backend, const Tensor& features, std::int64_t windows,
                       Tap* tap) const {
  const std::int64_t frames = features.view().shape[0] / windows - 2, positions = frames / 2;

  const layers::InArithmetic own(backend, stack_.arithmetic);
  const Tensor first = backend.tensor(activation(backend), {windows * (1 + frames + 1), hidden_});
  for (std::int64_t w = 0; w < windows; ++w) {
    backend.fill_zero(first.view().rows(w * (frames + 2), 1));
    backend.fill_zero(first.view().rows((w + 1) * (frames + 2) - 1, 1));
  }
  Tensor x = backend.tensor(kernels::DType::f32, {windows * positions, hidden_});  // residual stream
  backend.run(kernels::ConvGelu{
      .y = first, .x = features, .weight = conv1_.get(), .stride = 1, .windows = windows, .margin = true});
  backend.run(kernels::ConvGelu{.y = x, .x = first, .weight = conv2_.get(), .stride = 2, .windows = windows});

  std::vector<kernels::Sequence> sequences;
  for (std::int32_t w = 0; w < windows; ++w) {
    const auto rows = static_cast<std::int32_t>(positions);
    sequences.push_back({.slot = w, .first_row = w * rows, .rows = rows});
  }
  layers::Stack::Passed keep;
  if (tap != nullptr) {
    tap->rows = backend.tensor(kernels::DType::f32, x.view().shape);
    keep = [&](std::int64_t blocks) {
      if (blocks == tap->blocks) backend.copy(tap->rows, x);
    };
  }
  // Layers do not use each other's keys, so they share one layer's cache.
  stack_(backend, stack_.make_cache(backend, stack_.arithmetic.type(backend), 1, windows, positions), x,
         {.sequences = sequences}, {}, keep);
  return x;
}

std::int64_t Encoder::window_bytes(std::int64_t frames) const {
  // Per position, besides its row: its key and value, and the two frames between the convolutions.
  constexpr std::int64_t value = sizeof(float), rows = 4;
  return frames / 2 * (stack_.row_bytes() + value * rows * hidden_);
}

Projector::Projector(layers::WeightLoader& loader, const layers::GroupType& type)
    : arithmetic_(loader.begin_group(type)),
      linear_1_{loader.matrix({"multi_modal_projector.linear_1"}), true, type_of(type)},
      linear_2_{loader.matrix({"multi_modal_projector.linear_2"})} {}

Tensor Projector::operator()(kernels::Backend& backend, const kernels::ConstTensorView& encoded) const {
  const kernels::Scope stage(backend, {.stage = "projector"});
  const layers::InArithmetic own(backend, arithmetic_);
  // Four consecutive frames are contiguous, so merging them copies nothing.
  const std::int64_t merged = encoded.shape[1] * weights::merged_frames;
  const std::int64_t tokens = encoded.shape[0] / weights::merged_frames;
  const kernels::ConstTensorView groups(encoded.data, encoded.dtype, {tokens, merged});
  return linear_2_(backend, linear_1_(backend, groups));
}

}  // namespace tilescribe::model

// SPDX-License-Identifier: Apache-2.0
#include "inference/model/encoder.h"

#include <string>
#include <vector>

#include "kernels/backend/scope.h"
#include "kernels/ops/attention/attention.h"
#include "kernels/ops/conv1d/conv1d.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/mlp/mlp.h"
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/rope/rope.h"

namespace tilescribe::model {
namespace {

using kernels::DType;
using kernels::Tensor;
using kernels::WeightRole;

NormWeights layer_norm(WeightLoader& loader, const std::string& name) {
  return {loader.single(name + ".weight", WeightRole::vector),
          loader.single(name + ".bias", WeightRole::vector)};
}

}  // namespace

KvCache::KvCache(kernels::Backend& backend, std::int64_t layers, std::int64_t slots, std::int64_t kv_heads,
                 std::int64_t capacity, std::int64_t head_dim)
    : slots_(slots), capacity_(capacity) {
  for (std::int64_t i = 0; i < layers; ++i) {
    k_.push_back(backend.activations({slots, kv_heads, capacity, head_dim}));
    v_.push_back(backend.activations({slots, kv_heads, capacity, head_dim}));
  }
}

Encoder::Encoder(const weights::EncoderConfig& config, WeightLoader& loader)
    : config_(config),
      conv1_(loader.convolution("audio_tower.conv1")),
      conv2_(loader.convolution("audio_tower.conv2")) {
  for (std::int64_t i = 0; i < config.layers; ++i) {
    const std::string layer = "audio_tower.layers." + std::to_string(i) + ".";
    const std::string attention = layer + "self_attn.";
    layers_.push_back({
        .attention_norm = layer_norm(loader, layer + "input_layernorm"),
        .mlp_norm = layer_norm(loader, layer + "post_attention_layernorm"),
        .qkv = loader.matrix({attention + "q_proj", attention + "k_proj", attention + "v_proj"}),
        .output = loader.matrix({attention + "o_proj"}),
        .fc1 = loader.matrix({layer + "mlp.fc1"}),
        .fc2 = loader.matrix({layer + "mlp.fc2"}),
    });
  }
  final_norm_ = layer_norm(loader, "audio_tower.norm");
}

Tensor Encoder::operator()(kernels::Backend& backend, const Tensor& features, std::int64_t windows) const {
  const kernels::Scope stage(backend, {.stage = "encoder", .windows = static_cast<std::int32_t>(windows)});
  const std::int64_t frames = features.view().shape[0] / windows - 2, hidden = config_.hidden;
  const std::int64_t positions = frames / 2, attention_width = config_.heads * config_.head_dim;

  const Tensor first = backend.activations({windows * (1 + frames + 1), hidden});
  for (std::int64_t w = 0; w < windows; ++w) {
    backend.fill_zero(first.view().rows(w * (frames + 2), 1));
    backend.fill_zero(first.view().rows((w + 1) * (frames + 2) - 1, 1));
  }
  const Tensor x = backend.tensor(DType::f32, {windows * positions, hidden});  // the residual stream
  backend.run(kernels::ConvGelu{
      .y = first, .x = features, .weight = conv1_.get(), .stride = 1, .windows = windows, .margin = true});
  backend.run(kernels::ConvGelu{.y = x, .x = first, .weight = conv2_.get(), .stride = 2, .windows = windows});

  const Tensor q = backend.activations({windows * positions, attention_width});
  const Tensor attended = backend.activations({windows * positions, attention_width});
  const KvCache cache(backend, 1, windows, config_.heads, positions, config_.head_dim);
  std::vector<kernels::Sequence> sequences;
  for (std::int32_t w = 0; w < windows; ++w) {
    const auto rows = static_cast<std::int32_t>(positions);
    sequences.push_back({.slot = w, .first_row = w * rows, .rows = rows});
  }
  const kernels::RopeParameters rope{config_.rotary_dim, config_.rope_theta};
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const Layer& layer = layers_[i];
    const kernels::Scope scope(backend, static_cast<std::int64_t>(i));
    backend.run(kernels::NormQkvRopeAppend{
        .q = q,
        .kv = cache.layer(0),
        .x = x,
        .norm = layer.attention_norm.norm(kernels::NormKind::layer, config_.norm_eps),
        .qkv = layer.qkv.get(),
        .sequences = sequences,
        .rope = rope,
        .heads = config_.heads});
    backend.run(kernels::Attend{.out = attended,
                                .q = q,
                                .kv = cache.layer(0),
                                .sequences = sequences,
                                .causal = false,
                                .heads = config_.heads});
    backend.run(kernels::LinearResidual{.residual = x, .x = attended, .weight = layer.output.get()});
    backend.run(kernels::NormMlp{.x = x,
                                 .norm = layer.mlp_norm.norm(kernels::NormKind::layer, config_.norm_eps),
                                 .fc1 = layer.fc1.get(),
                                 .fc2 = layer.fc2.get(),
                                 .activation = backend.activation_dtype()});
  }

  Tensor encoded = backend.tensor(DType::f32, {windows * positions, hidden});
  backend.run(kernels::LayerNorm{.out = encoded,
                                 .x = x,
                                 .gain = final_norm_.gain.get(),
                                 .bias = final_norm_.bias.get(),
                                 .eps = config_.norm_eps});
  return encoded;
}

Projector::Projector(WeightLoader& loader)
    : linear_1_(loader.matrix({"multi_modal_projector.linear_1"})),
      linear_2_(loader.matrix({"multi_modal_projector.linear_2"})) {}

Tensor Projector::operator()(kernels::Backend& backend, const kernels::ConstTensorView& encoded) const {
  const kernels::Scope stage(backend, {.stage = "projector"});
  // Four consecutive frames lie one after another already.
  const std::int64_t merged = encoded.shape[1] * weights::merged_frames;
  const std::int64_t tokens = encoded.shape[0] / weights::merged_frames;
  const kernels::ConstTensorView groups(encoded.data, encoded.dtype, {tokens, merged});
  const Tensor inner = backend.tensor(DType::f32, {tokens, linear_1_->out()});
  Tensor rows = backend.tensor(DType::f32, {tokens, linear_2_->out()});
  backend.run(kernels::LinearGelu{.y = inner, .x = groups, .weight = linear_1_.get()});
  backend.run(kernels::Linear{.y = rows, .x = inner, .weight = linear_2_.get()});
  return rows;
}

}  // namespace tilescribe::model

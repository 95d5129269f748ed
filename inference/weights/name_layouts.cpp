// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/name_layouts.h"

#include <array>
#include <cstring>
#include <utility>

namespace tilescribe::weights {
namespace {

using Rename = std::pair<std::string_view, std::string_view>;

/// Inside a layer of the original encoder: from → to.
constexpr std::array<Rename, 5> encoder_layer_renames{{
    {".self_attn.out_proj.", ".self_attn.o_proj."},
    {".self_attn_layer_norm.", ".input_layernorm."},
    {".final_layer_norm.", ".post_attention_layernorm."},
    {".fc1.", ".mlp.fc1."},
    {".fc2.", ".mlp.fc2."},
}};

/// Prefixes of the original layout: from → to.
constexpr std::array<Rename, 6> original_prefixes{{
    {"audio_encoder.whisper.", "audio_tower."},
    {"audio_encoder.layer_norm.", "audio_tower.norm."},
    {"audio_encoder.adapting.0.", "multi_modal_projector.linear_1."},
    {"audio_encoder.adapting.2.", "multi_modal_projector.linear_2."},
    {"model.", "language_model.model."},
    {"lm_head.", "language_model.lm_head."},
}};

constexpr std::array<std::string_view, 4> original_unused{
    "audio_encoder.whisper.embed_positions.weight", "audio_encoder.proj.weight", "audio_encoder.proj.bias",
    "audio_encoder.audio_bos_eos_token.weight"};

std::optional<std::string> from_original(std::string_view name) {
  for (const std::string_view unused : original_unused) {
    if (name == unused) return std::nullopt;
  }
  for (const auto& [from, to] : original_prefixes) {
    if (!name.starts_with(from)) continue;
    std::optional<std::string> result(to);
    result->append(name.substr(from.size()));
    if (!result->starts_with("audio_tower.layers.")) return result;
    for (const auto& [part, replacement] : encoder_layer_renames) {
      if (const std::size_t place = result->find(part); place != std::string::npos) {
        result->replace(place, part.size(), replacement);
        break;
      }
    }
    return result;
  }
  return std::string(name);
}

std::string from_current(std::string_view name) {
  if (name.starts_with("model.")) name.remove_prefix(6);
  if (name.starts_with("lm_head.")) return std::string("language_model.").append(name);
  constexpr std::string_view text = "language_model.";
  for (const std::string_view part : {"embed_tokens.", "layers.", "norm."}) {
    if (name.starts_with(text) && name.substr(text.size()).starts_with(part)) {
      return std::string("language_model.model.").append(name.substr(text.size()));
    }
  }
  return std::string(name);
}

}  // namespace

std::optional<std::string> published_name(std::string_view stored_name, NameLayout layout) {
  return layout == NameLayout::original ? from_original(stored_name) : from_current(stored_name);
}

bool is_encoder_query_or_key(std::string_view published_name) {
  return published_name.starts_with("audio_tower.layers.") &&
         (published_name.find(".self_attn.q_proj.") != std::string_view::npos ||
          published_name.find(".self_attn.k_proj.") != std::string_view::npos);
}

void interleaved_to_half_split(std::span<const std::byte> from, std::span<std::byte> to, RotaryHeads shape) {
  const std::size_t row_bytes = from.size() / (shape.heads * shape.head_dim);
  const std::size_t half = shape.rotary_dim / 2;
  for (std::size_t head = 0; head < shape.heads; ++head) {
    for (std::size_t row = 0; row < shape.head_dim; ++row) {
      const std::size_t source = row < half ? 2 * row : row < shape.rotary_dim ? 2 * (row - half) + 1 : row;
      const std::size_t first = head * shape.head_dim;
      std::memcpy(&to[(first + row) * row_bytes], &from[(first + source) * row_bytes], row_bytes);
    }
  }
}

}  // namespace tilescribe::weights

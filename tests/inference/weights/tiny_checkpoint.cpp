// SPDX-License-Identifier: Apache-2.0
#include "tests/inference/weights/tiny_checkpoint.h"

#include <array>
#include <numeric>
#include <utility>

namespace tilescribe::tests {
namespace {

constexpr std::size_t head_dim = 8;
constexpr std::size_t rotary_dim = 4;

using Shape = std::vector<std::int64_t>;

/// The published tensor list, written out here from the model card's table: the tests' own account of it.
std::map<std::string, Shape> tiny_shapes() {
  std::map<std::string, Shape> shapes{
      {"audio_tower.conv1.weight", {16, 128, 3}},
      {"audio_tower.conv1.bias", {16}},
      {"audio_tower.conv2.weight", {16, 16, 3}},
      {"audio_tower.conv2.bias", {16}},
      {"audio_tower.norm.weight", {16}},
      {"audio_tower.norm.bias", {16}},
      {"multi_modal_projector.linear_1.weight", {20, 64}},
      {"multi_modal_projector.linear_1.bias", {20}},
      {"multi_modal_projector.linear_2.weight", {12, 20}},
      {"multi_modal_projector.linear_2.bias", {12}},
      {"language_model.model.embed_tokens.weight", {24, 12}},
      {"language_model.model.norm.weight", {12}},
      {"language_model.lm_head.weight", {24, 12}},
  };
  const std::map<std::string, Shape> encoder_layer{
      {"input_layernorm.weight", {16}},
      {"input_layernorm.bias", {16}},
      {"self_attn.q_proj.weight", {16, 16}},
      {"self_attn.q_proj.bias", {16}},
      {"self_attn.k_proj.weight", {16, 16}},
      {"self_attn.v_proj.weight", {16, 16}},
      {"self_attn.v_proj.bias", {16}},
      {"self_attn.o_proj.weight", {16, 16}},
      {"self_attn.o_proj.bias", {16}},
      {"post_attention_layernorm.weight", {16}},
      {"post_attention_layernorm.bias", {16}},
      {"mlp.fc1.weight", {64, 16}},
      {"mlp.fc1.bias", {64}},
      {"mlp.fc2.weight", {16, 64}},
      {"mlp.fc2.bias", {16}},
  };
  const std::map<std::string, Shape> decoder_layer{
      {"input_layernorm.weight", {12}},      {"self_attn.q_proj.weight", {16, 12}},
      {"self_attn.k_proj.weight", {8, 12}},  {"self_attn.v_proj.weight", {8, 12}},
      {"self_attn.o_proj.weight", {12, 16}}, {"post_attention_layernorm.weight", {12}},
      {"mlp.gate_proj.weight", {28, 12}},    {"mlp.up_proj.weight", {28, 12}},
      {"mlp.down_proj.weight", {12, 28}},
  };
  for (const char* layer : {"0.", "1."}) {
    for (const auto& [name, shape] : encoder_layer) shapes["audio_tower.layers." + (layer + name)] = shape;
    for (const auto& [name, shape] : decoder_layer) {
      shapes["language_model.model.layers." + (layer + name)] = shape;
    }
  }
  return shapes;
}

bool replace(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t place = text.find(from);
  if (place == std::string::npos) return false;
  text.replace(place, from.size(), to);
  return true;
}

std::string original_name(std::string name) {
  const std::array<std::pair<const char*, const char*>, 10> renames{{
      {"audio_tower.norm.", "audio_encoder.layer_norm."},
      {"audio_tower.", "audio_encoder.whisper."},
      {"multi_modal_projector.linear_1.", "audio_encoder.adapting.0."},
      {"multi_modal_projector.linear_2.", "audio_encoder.adapting.2."},
      {"language_model.lm_head.", "lm_head."},
      {"language_model.model.", "model."},
      {".self_attn.o_proj.", ".self_attn.out_proj."},
      {".input_layernorm.", ".self_attn_layer_norm."},
      {".post_attention_layernorm.", ".final_layer_norm."},
      {".mlp.fc", ".fc"},
  }};
  for (const auto& [from, to] : renames) {
    const bool encoder_only = from[0] == '.';
    if (!encoder_only || name.starts_with("audio_encoder.")) replace(name, from, to);
  }
  return name;
}

/// Undoes the official converter's reordering: half-split rows back to interleaved pairs.
std::string interleaved_rows(const std::string& rows, std::size_t row_bytes) {
  std::string result = rows;
  const auto copy_row = [&](std::size_t from, std::size_t to) {
    result.replace(to * row_bytes, row_bytes, rows, from * row_bytes, row_bytes);
  };
  for (std::size_t head = 0; head < rows.size() / row_bytes; head += head_dim) {
    for (std::size_t j = 0; j < rotary_dim / 2; ++j) {
      copy_row(head + j, head + 2 * j);
      copy_row(head + rotary_dim / 2 + j, head + 2 * j + 1);
    }
  }
  return result;
}

}  // namespace

nlohmann::json tiny_config() {
  return nlohmann::json::parse(R"({
    "model_type": "glmasr", "audio_token_id": 22, "projector_hidden_act": "gelu", "hidden_size": 12,
    "audio_config": {
      "model_type": "glmasr_encoder", "hidden_size": 16, "intermediate_size": 64, "num_hidden_layers": 2,
      "num_attention_heads": 2, "num_key_value_heads": 2, "head_dim": 8, "hidden_act": "gelu",
      "max_position_embeddings": 1500, "num_mel_bins": 128, "partial_rotary_factor": 0.5,
      "rope_parameters": {"rope_type": "default", "rope_theta": 5000.0, "partial_rotary_factor": 0.5}},
    "text_config": {
      "model_type": "llama", "vocab_size": 24, "hidden_size": 12, "intermediate_size": 28,
      "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 4,
      "hidden_act": "silu", "rms_norm_eps": 1e-5, "max_position_embeddings": 512, "attention_bias": false,
      "mlp_bias": false, "eos_token_id": [20, 21], "bos_token_id": null,
      "rope_parameters": {"rope_type": "default", "rope_theta": 20000.0}}
  })");
}

nlohmann::json tiny_original_config() {
  return nlohmann::json::parse(R"({
    "model_type": "Glmasr", "adapter_type": "mlp", "merge_factor": 4, "use_rope": true, "mlp_adapter_act": "gelu",
    "max_whisper_length": 1500, "max_length": 8192, "audio_token_id": 22,
    "whisper_config": {
      "model_type": "whisper", "d_model": 16, "encoder_ffn_dim": 64, "encoder_layers": 2,
      "encoder_attention_heads": 2, "activation_function": "gelu", "num_mel_bins": 128,
      "max_source_positions": 1500},
    "lm_config": {
      "model_type": "llama", "vocab_size": 24, "hidden_size": 12, "intermediate_size": 28,
      "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 4,
      "hidden_act": "silu", "rms_norm_eps": 1e-5, "max_position_embeddings": 512, "rope_theta": 20000.0,
      "rope_scaling": null, "eos_token_id": 20}
  })");
}

std::vector<float> tiny_values(const std::string& name, std::size_t count) {
  const unsigned start = std::accumulate(name.begin(), name.end(), 0u,
                                         [](unsigned sum, char c) { return sum * 31u + unsigned(c); });
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto step = static_cast<int>((start + i * 37u) % 255u) - 127;  // 37 and 255 share no factor
    values[i] = static_cast<float>(step) / 64.0f;
  }
  return values;
}

WrittenTensors tiny_tensors(const std::string& dtype) {
  WrittenTensors tensors;
  for (const auto& [name, shape] : tiny_shapes()) {
    const std::int64_t count =
        std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
    tensors[name] = float_tensor(dtype, shape, tiny_values(name, static_cast<std::size_t>(count)));
  }
  return tensors;
}

WrittenTensors with_model_prefix(const WrittenTensors& published) {
  WrittenTensors result;
  for (const auto& [name, tensor] : published) {
    std::string renamed = name == "language_model.lm_head.weight" ? "lm_head.weight" : "model." + name;
    replace(renamed, "model.language_model.model.", "model.language_model.");
    result[renamed] = tensor;
  }
  return result;
}

WrittenTensors original_layout(const WrittenTensors& published) {
  WrittenTensors result;
  for (const auto& [name, tensor] : published) {
    WrittenTensor written = tensor;
    if (name.starts_with("audio_tower.") &&
        (name.find("q_proj") != std::string::npos || name.find("k_proj") != std::string::npos)) {
      written.data =
          interleaved_rows(tensor.data, tensor.data.size() / static_cast<std::size_t>(tensor.shape[0]));
    }
    result[original_name(name)] = written;
  }
  for (const char* dropped : {"audio_encoder.whisper.embed_positions.weight", "audio_encoder.proj.weight",
                              "audio_encoder.proj.bias", "audio_encoder.audio_bos_eos_token.weight"}) {
    result[dropped] = float_tensor("F32", {1}, {1.0f});
  }
  return result;
}

void write_checkpoint(const std::filesystem::path& folder, const nlohmann::json& config,
                      const WrittenTensors& tensors) {
  write_file(folder / "config.json", config.dump());
  write_file(folder / "model.safetensors", safetensors_bytes(tensors));
}

}  // namespace tilescribe::tests

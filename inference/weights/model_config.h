// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tilescribe::weights {

/// The audio encoder: two convolutions, then pre-LayerNorm blocks of bidirectional attention with partial
/// RoPE.
struct EncoderConfig {
  std::int64_t hidden = 0;
  std::int64_t ffn = 0;
  std::int64_t layers = 0;
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t rotary_dim = 0;  // leading dimensions of a head that RoPE rotates, paired half-split; even
  std::int64_t mel_bins = 0;
  std::int64_t max_positions = 0;  // frames after the convolutions; a 30 s window has 1500
  float rope_theta = 10000.0f;
  float norm_eps = 1e-5f;  // LayerNorm's; not in any config
};

/// The language model: a Llama with grouped-query attention.
struct DecoderConfig {
  std::int64_t hidden = 0;
  std::int64_t ffn = 0;
  std::int64_t layers = 0;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;  // divides heads
  std::int64_t head_dim = 0;  // even; RoPE rotates all of it
  std::int64_t vocab = 0;
  std::int64_t max_positions = 0;  // tokens
  float rope_theta = 10000.0f;
  float rms_eps = 1e-5f;
};

/// Encoder frames that the projector merges into one audio token.
inline constexpr std::int64_t merged_frames = 4;

struct ModelConfig {
  EncoderConfig encoder;
  DecoderConfig decoder;
  /// Rows of multi_modal_projector.linear_1. No config has it: it is twice the decoder's hidden size, unless
  /// the checkpoint's own tensor differs.
  std::int64_t projector_hidden = 0;
  int audio_token_id = 0;     // the placeholder that audio rows replace
  std::vector<int> stop_ids;  // ascending; from config, text_config and generation_config; may be empty
  std::string name;           // the folder's, or the repository's in a Hugging Face cache
};

/// Reads config.json and, if it exists, generation_config.json of a checkpoint folder: GLM-ASR as written by
/// transformers (audio_config, text_config), or as the model's repository had it before 2025-12-27
/// (whisper_config, lm_config). Every number is checked against a range. Throws Error if something is
/// missing, out of range, or not supported by the engine.
/// Source: config.json of zai-org/GLM-ASR-Nano-2512 @ 61ba4e0b.
ModelConfig read_model_config(const std::filesystem::path& directory);

/// The published full-size shape, GLM-ASR-Nano-2512: 2,257,843,200 parameters.
ModelConfig nano_config();

}  // namespace tilescribe::weights

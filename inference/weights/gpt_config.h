// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inference/weights/tensor_list.h"

namespace tilescribe::weights {

/// A decoder of the GPT-2 family (Radford et al. 2019): learned positions, pre-LayerNorm blocks of causal
/// attention and an MLP with GELU.
struct GptConfig {
  std::int64_t layers = 0;
  std::int64_t heads = 0;  // divides width
  std::int64_t width = 0;
  std::int64_t ffn = 0;      // width of the MLP
  std::int64_t context = 0;  // tokens; positions are learned, so there are no more
  std::int64_t vocab = 0;
  float norm_eps = 1e-5f;
  bool tanh_gelu = true;      // GELU as GPT-2 approximates it; false: the exact one
  bool tied = true;           // the head is the embedding
  std::vector<int> stop_ids;  // may be empty
  std::string name;
};

struct ReadGptConfig {
  GptConfig config;
  bool says_tied = false;  // the file itself says what config.tied is
};

/// Reads a GPT-2 config.json as transformers writes it. Without tie_word_embeddings, config.tied is true, as
/// in transformers. Stop ids outside the vocabulary are left out. Throws Error if something is missing, out
/// of range, or not supported by the engine.
ReadGptConfig read_gpt_config(const std::filesystem::path& config_json);

/// The number of heads that a minGPT config.json states for a model of these sizes, which the weights do not
/// tell. Without such a file (nothing): of the configuration with these sizes that minGPT has a name for.
/// Throws Error if neither says it.
std::int64_t mingpt_heads(const std::optional<std::filesystem::path>& config_json, std::int64_t layers,
                          std::int64_t width);

/// A configuration by its name in --model random:NAME, with GPT-2's vocabulary of 50257 and a tied head.
/// Throws Error that lists the names if there is none of that name.
GptConfig named_gpt_config(std::string_view name);

/// The names of these configurations.
std::vector<std::string_view> gpt_names();

/// All tensors of such a model, in the order of a forward pass: published names without a prefix, matrices
/// [out, in]. "lm_head.weight" only if the head is not tied.
std::vector<TensorSpec> expected_tensors(const GptConfig& config);

}  // namespace tilescribe::weights

// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/gpt_config.h"

#include <algorithm>
#include <array>
#include <span>

#include "inference/weights/config_section.h"
#include "inference/weights/json_file.h"
#include "inference/weights/limits.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

constexpr std::int64_t gpt2_vocab = 50257;

struct NamedGptSizes {
  std::string_view name;
  std::int64_t layers, heads, width;
  std::int64_t context;  // of a model with random weights; 0: there is none of this name
};

// Sizes of minGPT, which takes OpenAI's GPT-2 sizes too, then tile sizes. The contexts of the small ones, and
// the tile sizes, are cutileGPT's.
constexpr std::array all_sizes{
    NamedGptSizes{"gpt-nano", 3, 3, 48, 128},         NamedGptSizes{"gpt-micro", 4, 4, 128, 256},
    NamedGptSizes{"gpt-mini", 6, 6, 192, 256},        NamedGptSizes{"gopher-44m", 8, 16, 512, 0},
    NamedGptSizes{"openai-gpt", 12, 12, 768, 0},      NamedGptSizes{"gpt2", 12, 12, 768, 1024},
    NamedGptSizes{"gpt2-medium", 24, 16, 1024, 1024}, NamedGptSizes{"gpt2-large", 36, 20, 1280, 1024},
    NamedGptSizes{"gpt2-xl", 48, 25, 1600, 1024},     NamedGptSizes{"gpt-tile-small", 4, 4, 64, 128},
    NamedGptSizes{"gpt-tile-medium", 6, 4, 128, 256}, NamedGptSizes{"gpt-tile-large", 8, 8, 256, 512}};
constexpr std::span mingpt_sizes = std::span(all_sizes).first<9>();

bool reads_tanh_gelu(const ConfigSection& config) {
  const std::string activation = config.optional_text("activation_function").value_or("gelu_new");
  if (activation == "gelu_new" || activation == "gelu_pytorch_tanh") return true;
  if (activation != "gelu")
    config.refuse("activation_function", Message("\"gelu_new\", \"gelu_pytorch_tanh\" or \"gelu\""));
  return false;
}

// GPT-2's own stop id is the default of transformers for any vocabulary, so it may lie outside this one.
std::vector<int> read_stop_ids(const ConfigSection& config, std::int64_t vocab) {
  std::vector<int> stops;
  for (const std::int64_t id : config.integers("eos_token_id", 0, limits::vocab)) {
    if (id < vocab) stops.push_back(static_cast<int>(id));
  }
  return stops;
}

std::optional<std::int64_t> stated_heads(const std::filesystem::path& config_json) {
  const nlohmann::json content = read_json_object(config_json, limits::config_bytes);
  const auto model = ConfigSection(content, config_json.string()).optional_section("model");
  if (!model) return std::nullopt;
  if (const auto heads = model->optional_integer("n_head", 1, limits::width)) return heads;
  const auto type = model->optional_text("model_type");
  if (!type) return std::nullopt;
  const auto found = std::ranges::find(mingpt_sizes, *type, &NamedGptSizes::name);
  if (found == mingpt_sizes.end())
    model->refuse("model_type", Message("the name of a configuration of minGPT, such as \"gpt-nano\""));
  return found->heads;
}

}  // namespace

ReadGptConfig read_gpt_config(const std::filesystem::path& config_json) {
  const nlohmann::json content = read_json_object(config_json, limits::config_bytes);
  const ConfigSection config(content, config_json.string());
  if (config.optional_text("model_type").value_or("") != "gpt2")
    config.refuse("model_type", Message("\"gpt2\""));
  ReadGptConfig read;
  GptConfig& gpt = read.config;
  gpt.vocab = config.integer("vocab_size", 1, limits::vocab);
  gpt.context = config.integer("n_positions", 1, limits::gpt_positions);
  gpt.width = config.integer("n_embd", 1, limits::width);
  gpt.layers = config.integer("n_layer", 1, limits::layers);
  gpt.heads = config.integer("n_head", 1, limits::width);
  gpt.ffn = config.optional_integer("n_inner", 1, limits::ffn).value_or(4 * gpt.width);
  if (gpt.width % gpt.heads != 0) config.refuse("n_head", Message("a divisor of n_embd ({1})", gpt.width));
  gpt.norm_eps = static_cast<float>(config.optional_number("layer_norm_epsilon", 0.0, 1.0).value_or(1e-5));
  gpt.tanh_gelu = reads_tanh_gelu(config);
  config.expect_flag("scale_attn_weights", true);
  config.expect_flag("scale_attn_by_inverse_layer_idx", false);
  config.expect_flag("add_cross_attention", false);
  const std::optional<bool> tied = config.optional_flag("tie_word_embeddings");
  gpt.tied = tied.value_or(true);
  read.says_tied = tied.has_value();
  gpt.stop_ids = read_stop_ids(config, gpt.vocab);
  gpt.name = config_json.parent_path().filename().string();
  return read;
}

std::int64_t mingpt_heads(const std::optional<std::filesystem::path>& config_json, std::int64_t layers,
                          std::int64_t width) {
  if (config_json) {
    if (const auto heads = stated_heads(*config_json)) {
      if (width % *heads == 0) return *heads;
      throw Error("Expected a number of heads in {1} that divides the width of {2}, found {3}.",
                  config_json->string(), width, *heads);
    }
  }
  const auto known = std::ranges::find_if(mingpt_sizes, [&](const NamedGptSizes& sizes) {
    return sizes.layers == layers && sizes.width == width;
  });
  if (known != mingpt_sizes.end()) return known->heads;
  throw Error(
      "Expected a config.json beside the weights whose \"model\" has n_head, because a model of {1} layers "
      "and width {2} has no name in minGPT; found none.",
      layers, width);
}

GptConfig named_gpt_config(std::string_view name) {
  const auto found = std::ranges::find(all_sizes, name, &NamedGptSizes::name);
  if (found == all_sizes.end() || found->context == 0) {
    std::string names;
    for (const std::string_view known : gpt_names()) names.append(names.empty() ? "" : ", ").append(known);
    throw Error("Expected one of {1} behind random:, found {2}.", names, name);
  }
  GptConfig gpt;
  gpt.layers = found->layers;
  gpt.heads = found->heads;
  gpt.width = found->width;
  gpt.ffn = 4 * gpt.width;
  gpt.context = found->context;
  gpt.vocab = gpt2_vocab;
  gpt.name = name;
  return gpt;
}

std::vector<std::string_view> gpt_names() {
  std::vector<std::string_view> names;
  for (const NamedGptSizes& sizes : all_sizes) {
    if (sizes.context > 0) names.push_back(sizes.name);
  }
  return names;
}

std::vector<TensorSpec> expected_tensors(const GptConfig& config) {
  const std::int64_t width = config.width;
  std::vector<TensorSpec> list{{"wte.weight", {config.vocab, width}},
                               {"wpe.weight", {config.context, width}}};
  for (std::int64_t i = 0; i < config.layers; ++i) {
    const std::string block = "h." + std::to_string(i) + ".";
    add_with_bias(list, block + "ln_1", {width});
    add_with_bias(list, block + "attn.c_attn", {3 * width, width});
    add_with_bias(list, block + "attn.c_proj", {width, width});
    add_with_bias(list, block + "ln_2", {width});
    add_with_bias(list, block + "mlp.c_fc", {config.ffn, width});
    add_with_bias(list, block + "mlp.c_proj", {width, config.ffn});
  }
  add_with_bias(list, "ln_f", {width});
  if (!config.tied) list.push_back({"lm_head.weight", {config.vocab, width}});
  return list;
}

}  // namespace tilescribe::weights

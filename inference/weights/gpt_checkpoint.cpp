// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/gpt_checkpoint.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "inference/weights/aligned_buffer.h"
#include "inference/weights/mapped_file.h"
#include "inference/weights/shards.h"
#include "inference/weights/tensor_check.h"
#include "inference/weights/torch_archive.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

constexpr std::string_view prefix = "transformer.";
constexpr const char* first_qkv = "h.0.attn.c_attn.weight";
constexpr const char* head_name = "lm_head.weight";

bool is_product(std::string_view name) {
  return name.ends_with(".c_attn.weight") || name.ends_with(".c_proj.weight") ||
         name.ends_with(".c_fc.weight");
}

// The masks of transformers and minGPT are no weights.
bool is_mask(std::string_view name) {
  return name.ends_with(".attn.bias") || name.ends_with(".attn.masked_bias");
}

StoredWeights without_prefix(StoredWeights stored, const std::string& where) {
  StoredWeights plain;
  for (auto& [name, weight] : stored) {
    const std::string short_name = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
    if (is_mask(short_name)) continue;
    if (!plain.try_emplace(short_name, std::move(weight)).second)
      throw Error("The checkpoint {1} holds {2} twice, with and without \"transformer.\" before it.", where,
                  short_name);
  }
  return plain;
}

// [rows, cols] → [cols, rows], in blocks that stay in the cache.
template <class Bits>
void transpose(const std::byte* from, std::byte* to, std::int64_t rows, std::int64_t cols) {
  constexpr std::int64_t block = 32;
  const auto* in = reinterpret_cast<const Bits*>(from);
  auto* out = reinterpret_cast<Bits*>(to);
  for (std::int64_t row = 0; row < rows; row += block) {
    for (std::int64_t col = 0; col < cols; col += block) {
      for (std::int64_t r = row; r < std::min(row + block, rows); ++r) {
        for (std::int64_t c = col; c < std::min(col + block, cols); ++c) out[c * rows + r] = in[r * cols + c];
      }
    }
  }
}

SourceTensor transposed(const SourceTensor& stored) {
  const std::size_t size = kernels::size_of(stored.dtype);
  const std::int64_t rows = stored.shape[0], cols = stored.shape[1];
  const std::shared_ptr<std::byte> copy = aligned_buffer(static_cast<std::size_t>(rows * cols) * size);
  size == 4 ? transpose<std::uint32_t>(stored.data, copy.get(), rows, cols)
            : transpose<std::uint16_t>(stored.data, copy.get(), rows, cols);
  return {stored.dtype, {cols, rows}, copy.get(), copy};
}

}  // namespace

std::unique_ptr<GptCheckpoint> GptCheckpoint::open(const std::filesystem::path& path) {
  std::error_code unknown;  // if the folder can't be accessed, opening its files gives the reason
  const std::filesystem::file_type type = std::filesystem::status(path, unknown).type();
  if (type == std::filesystem::file_type::not_found)
    throw Error(
        "Expected a GPT-2 model at {1} (a folder with config.json and model.safetensors, or a model.pt of "
        "minGPT), found nothing.",
        path.string());
  if (type == std::filesystem::file_type::regular) return open_mingpt(path);
  if (is_absent(path / "model.safetensors") && !is_absent(path / "model.pt"))
    return open_mingpt(path / "model.pt");
  const std::filesystem::path config_json = path / "config.json";
  if (is_absent(config_json))
    throw Error("The folder {1} holds no model: it has no config.json.", path.string());
  ReadGptConfig read = read_gpt_config(config_json);
  StoredWeights tensors = without_prefix(stored_in_safetensors(path), path.string());
  if (!read.says_tied && tensors.contains(head_name)) read.config.tied = false;
  return std::unique_ptr<GptCheckpoint>(
      new GptCheckpoint(std::move(read.config), std::move(tensors), path.string()));
}

// The sizes come from the tensors; only the number of heads does not.
std::unique_ptr<GptCheckpoint> GptCheckpoint::open_mingpt(const std::filesystem::path& file) {
  StoredWeights tensors = without_prefix(stored_in_torch_archive(file), file.string());
  const auto matrix = [&](const char* name) {
    const auto found = tensors.find(name);
    if (found == tensors.end() || found->second.shape.size() != 2 || found->second.shape[0] < 1 ||
        found->second.shape[1] < 1)
      throw Error("Expected a matrix {1} in {2}, as in a model of minGPT; found none.", name, file.string());
    return found->second.shape;
  };
  GptConfig config;
  config.vocab = matrix("wte.weight")[0];
  config.width = matrix("wte.weight")[1];
  config.context = matrix("wpe.weight")[0];
  config.ffn = matrix("h.0.mlp.c_fc.weight")[0];
  while (tensors.contains("h." + std::to_string(config.layers) + ".mlp.c_fc.weight")) ++config.layers;
  const std::filesystem::path config_json = file.parent_path() / "config.json";
  config.heads = mingpt_heads(is_absent(config_json) ? std::nullopt : std::optional(config_json),
                              config.layers, config.width);
  config.tied = !tensors.contains(head_name);
  config.name = file.filename().string();
  return std::unique_ptr<GptCheckpoint>(
      new GptCheckpoint(std::move(config), std::move(tensors), file.string()));
}

GptCheckpoint::GptCheckpoint(GptConfig config, StoredWeights tensors, const std::string& where)
    : config_(std::move(config)) {
  tensors_ = std::move(tensors);
  if (config_.tied) tensors_.erase(head_name);
  const auto qkv = tensors_.find(first_qkv);
  if (qkv != tensors_.end() &&
      qkv->second.shape == std::vector<std::int64_t>{config_.width, 3 * config_.width}) {
    for (auto& [name, weight] : tensors_) {
      if (!is_product(name)) continue;
      std::ranges::reverse(weight.shape);
      weight.read = [read = std::move(weight.read)] { return transposed(read()); };
    }
  }

  const std::vector<TensorSpec> expected = expected_tensors(config_);
  check_tensors(expected, tensors_, where);
  for (const TensorSpec& spec : expected) parameters_ += element_count(spec.shape);
}

}  // namespace tilescribe::weights

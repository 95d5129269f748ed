// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "inference/weights/gpt_config.h"
#include "inference/weights/stored_weights.h"

namespace tilescribe::weights {

/// A checkpoint of the GPT-2 family, F32, F16 or BF16: a folder with transformers' config.json and
/// model.safetensors or its shards, or a state dict that minGPT saved (a file NAME.pt, or a folder with
/// model.pt), whose config.json, beside it, says the number of heads. With or without "transformer." before
/// the names; products as [in, out] (transformers' Conv1D) or [out, in] (minGPT), which the shape of the
/// first block's c_attn tells; with a tied head or its own. tensor() gives the names and shapes of
/// expected_tensors: products that are stored as [in, out] are transposed every time they are requested.
/// Source: openai-community/gpt2; karpathy/minGPT @ 37baab7.
class GptCheckpoint final : public StoredSource {
 public:
  /// Throws Error if there is no such checkpoint, or its tensors do not fit its config (see check_tensors).
  static std::unique_ptr<GptCheckpoint> open(const std::filesystem::path& path);

  const GptConfig& config() const { return config_; }

 private:
  static std::unique_ptr<GptCheckpoint> open_mingpt(const std::filesystem::path& file);
  GptCheckpoint(GptConfig config, StoredWeights tensors, const std::string& where);

  GptConfig config_;
};

}  // namespace tilescribe::weights

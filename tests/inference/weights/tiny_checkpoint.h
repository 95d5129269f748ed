// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/safetensors_writer.h"

namespace tilescribe::tests {

/// A GLM-ASR checkpoint of a few thousand weights: encoder 16 wide, 2 layers, 2 heads of 8 (4 rotary);
/// decoder 12 wide, 2 layers, 4 heads of 4 over 2 key-value heads; 24 words. No two of its widths are equal
/// where a mix-up would otherwise go unnoticed.
nlohmann::json tiny_config();

/// The same model's config.json as before 2025-12-27.
nlohmann::json tiny_original_config();

/// What the tensor `name` holds in every tiny checkpoint: whole multiples of 1/64 up to 2, exact in every
/// dtype.
std::vector<float> tiny_values(const std::string& name, std::size_t count);

/// All tensors under their published names.
WrittenTensors tiny_tensors(const std::string& dtype);

/// The same under the names of newer transformers (`model.` first, `lm_head.weight` at the top).
WrittenTensors with_model_prefix(const WrittenTensors& published);

/// The same as before 2025-12-27: old names, query and key rows interleaved, and the tensors that were
/// dropped since.
WrittenTensors original_layout(const WrittenTensors& published);

/// Writes config.json and model.safetensors.
void write_checkpoint(const std::filesystem::path& folder, const nlohmann::json& config,
                      const WrittenTensors& tensors);

}  // namespace tilescribe::tests

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "inference/api/transcriber.h"

namespace tilescribe {

/// In a model's folder: which words follow one another, for a search of its texts (search/word_ngram).
inline constexpr const char* words_file = "words.safetensors";

/// What can be known of a model without reading its weights; memory_bytes is 0. `model` is as in
/// EngineOptions. Throws Error as check_model does.
ModelInfo model_info(const std::string& model);

/// Checks whether a model can be opened, as far as this is known without reading its weights: reads the
/// folder, its config, the header of its weights, and its tokenizer. `model` is as in EngineOptions. Throws
/// Error with the sentence that opening it would give. Takes a moment, and longer on a slow disk or a
/// network.
void check_model(const std::string& model);

}  // namespace tilescribe

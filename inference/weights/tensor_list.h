// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inference/weights/model_config.h"

namespace tilescribe::weights {

inline constexpr const char* embedding_name = "language_model.model.embed_tokens.weight";
inline constexpr const char* lm_head_name = "language_model.lm_head.weight";
inline constexpr const char* projector_in_name = "multi_modal_projector.linear_1.weight";

/// A tensor of the model under its published name. Linear weights are [out, in], convolutions [out, in, 3].
struct TensorSpec {
  std::string name;
  std::vector<std::int64_t> shape;
};

/// Appends PREFIX.weight of this shape, and PREFIX.bias with an element per row of it.
void add_with_bias(std::vector<TensorSpec>& list, const std::string& prefix,
                   std::vector<std::int64_t> weight_shape);

/// All tensors of a model with that config, in the order of a forward pass. For nano_config() these are the
/// 745 of GLM-ASR-Nano-2512 @ 61ba4e0b.
std::vector<TensorSpec> expected_tensors(const ModelConfig& config);

/// Product of the dimensions.
std::int64_t element_count(const std::vector<std::int64_t>& shape);

}  // namespace tilescribe::weights

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inference/weights/stored_weights.h"
#include "inference/weights/tensor_list.h"
#include "kernels/core/dtype.h"

namespace tilescribe::weights {

/// The type of a weight that safetensors calls so: F32, F16 or BF16; nothing for any other.
std::optional<kernels::DType> weight_dtype(std::string_view dtype);

/// "[3, 48]".
std::string shape_text(const std::vector<std::int64_t>& shape);

/// Throws Error if a checkpoint lacks an expected tensor, or has it in another shape, or not as F32, F16 or
/// BF16. The sentence gives the counts; details() lists those and the unknown tensors, one per line. Unknown
/// tensors alone are ignored. `checkpoint` names it in the sentence.
void check_tensors(const std::vector<TensorSpec>& expected, const StoredWeights& found,
                   const std::string& checkpoint);

}  // namespace tilescribe::weights

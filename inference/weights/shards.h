// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "inference/weights/stored_weights.h"

namespace tilescribe::weights {

/// The tensors of model.safetensors or, if it is absent, of the shards that model.safetensors.index.json
/// lists. Throws Error if there is neither, if a shard is missing, damaged or outside the folder, or if a
/// tensor is not in the shard that the index names. Tensors that the index does not list are left out.
StoredWeights stored_in_safetensors(const std::filesystem::path& directory);

}  // namespace tilescribe::weights

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "inference/weights/safetensors.h"

namespace tilescribe::weights {

/// A tensor as a checkpoint folder stores it.
struct StoredTensor {
  std::string name;  // as in the file
  std::shared_ptr<const SafetensorsFile> file;
};

/// Opens model.safetensors or, if it is absent, the shards that model.safetensors.index.json lists. Throws
/// Error if there is neither, if a shard is missing, damaged or outside the folder, or if a tensor is not in
/// the shard that the index names. Tensors that the index does not list are left out.
std::vector<StoredTensor> open_shards(const std::filesystem::path& directory);

}  // namespace tilescribe::weights

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <utility>

#include "inference/weights/model_config.h"
#include "inference/weights/stored_weights.h"

namespace tilescribe::weights {

/// A GLM-ASR checkpoint folder as downloaded: config.json with model.safetensors or its shards, in any of the
/// three naming layouts (see published_name), F32, F16 or BF16. Weights stay in the file, memory-mapped. Only
/// tensors that must be reordered, or are unaligned in the file, are copied every time they are requested.
class Checkpoint final : public StoredSource {
 public:
  /// Throws Error if the folder is not such a checkpoint. If its tensors do not fit its config, the sentence
  /// gives the counts, and details() lists the missing, misshapen, mistyped and unknown tensors, one per
  /// line. Unknown tensors alone are ignored.
  static std::unique_ptr<Checkpoint> open(const std::filesystem::path& directory);

  const ModelConfig& config() const { return config_; }

 private:
  explicit Checkpoint(ModelConfig config) : config_(std::move(config)) {}
  void map_names(const std::filesystem::path& directory);
  void read_projector_width();
  void check(const std::filesystem::path& directory);

  ModelConfig config_;
  bool tied_ = false;  // the output layer is the embedding
};

}  // namespace tilescribe::weights

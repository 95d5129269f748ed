// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "inference/weights/weight_source.h"

namespace tilescribe::weights {

/// A tensor as a file holds it, whatever the file's format.
struct StoredWeight {
  std::string name;                    // in the file
  std::string dtype;                   // as safetensors names it: "F32", "I64" …
  std::vector<std::int64_t> shape;     // row-major
  std::function<SourceTensor()> read;  // for F32, F16 and BF16; throws Error if the file can't be read
  std::function<void()> release;       // its pages may leave memory; throws Error as WeightSource::release
};

/// The tensors of a file or a folder, by their names.
using StoredWeights = std::map<std::string, StoredWeight, std::less<>>;

/// Tensors that stay in their files until they are requested.
class StoredSource : public WeightSource {
 public:
  bool has(std::string_view name) const override { return tensors_.contains(name); }
  SourceTensor tensor(std::string_view name) const override;
  void release(std::string_view name) const override;
  std::int64_t parameters() const override { return parameters_; }

 protected:
  StoredWeights tensors_;  // by their published names
  std::int64_t parameters_ = 0;
};

}  // namespace tilescribe::weights

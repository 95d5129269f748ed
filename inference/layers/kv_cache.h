// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/core/sequence.h"

namespace tilescribe::layers {

/// Keys and values of a stack of attention layers: each layer [slots, kv_heads, capacity, head_dim] twice.
class KvCache {
 public:
  KvCache() = default;
  KvCache(kernels::Backend& backend, kernels::DType type, std::int64_t layers, const kernels::Shape& shape)
      : shape_(shape) {
    for (std::int64_t i = 0; i < layers; ++i) {
      k_.push_back(backend.tensor(type, shape));
      v_.push_back(backend.tensor(type, shape));
    }
  }
  /// A cache of one layer serves all layers of a stack in turn, if each attends only to the rows of the run.
  kernels::KvView layer(std::size_t i) const { return {k_[i % k_.size()], v_[i % v_.size()]}; }
  std::int64_t capacity() const { return shape_[2]; }

 private:
  kernels::Shape shape_;
  std::vector<kernels::Tensor> k_, v_;
};

}  // namespace tilescribe::layers

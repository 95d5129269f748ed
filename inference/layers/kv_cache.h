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
  /// Keys and values of the positions [first, first + count) of one slot, over those of another, in all
  /// layers.
  void copy(kernels::Backend& backend, std::int64_t from, std::int64_t to, std::int64_t first,
            std::int64_t count) const {
    for (const std::vector<kernels::Tensor>* part : {&k_, &v_}) {
      for (const kernels::Tensor& tensor : *part) {
        for (std::int64_t head = 0; head < shape_[1]; ++head) {
          const auto rows = [&](std::int64_t slot) {
            const std::int64_t row = (slot * shape_[1] + head) * shape_[2] + first;
            kernels::TensorView all = tensor;
            all.shape = {shape_[0] * shape_[1] * shape_[2], shape_[3]};
            return all.rows(row, count);
          };
          backend.copy(rows(to), rows(from));
        }
      }
    }
  }

 private:
  kernels::Shape shape_;
  std::vector<kernels::Tensor> k_, v_;
};

}  // namespace tilescribe::layers

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "kernels/core/tensor_view.h"

namespace tilescribe::kernels {

/// Memory on a device. Freed with its last owner.
class Memory {
 public:
  virtual ~Memory() = default;
  virtual void* data() const = 0;
};

/// A tensor on a device that owns its memory.
class Tensor {
 public:
  Tensor() = default;
  Tensor(std::shared_ptr<Memory> memory, DType dtype, Shape shape)
      : memory_(std::move(memory)), view_{memory_->data(), dtype, shape} {}
  const TensorView& view() const { return view_; }
  /// Rows [first, first + count). Shares the memory.
  Tensor rows(std::int64_t first, std::int64_t count) const {
    Tensor part = *this;
    part.view_ = view_.rows(first, count);
    return part;
  }
  operator TensorView() const { return view_; }
  operator ConstTensorView() const { return view_; }

 private:
  std::shared_ptr<Memory> memory_;
  TensorView view_;
};

}  // namespace tilescribe::kernels

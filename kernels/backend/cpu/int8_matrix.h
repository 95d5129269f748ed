// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "kernels/backend/cpu/packed_matrix.h"
#include "kernels/backend/eight_bit_rows.h"
#include "kernels/backend/weight.h"
#include "kernels/core/aligned_buffer.h"

namespace tilescribe::kernels {

class ThreadPool;

/// A weight matrix as whole numbers in [-127, 127] times one scale per row, and its bias in float32. Panels
/// of 64 rows are [k][64], k padded to 32; padding is zero.
class Int8Matrix final : public Weight {
 public:
  /// Stacks the parts along their rows and rounds each value to the nearest multiple of its row's scale.
  /// Throws Error if the shapes do not fit the role or each other, or if a value is not finite.
  Int8Matrix(WeightRole role, std::span<const WeightPart> parts, ThreadPool& pool,
             const std::stop_token& stop = {});

  std::int64_t padded_k() const { return PanelLayout::padded_k(DType::bf16, in()); }
  const std::int8_t* panel(std::int64_t index) const {
    return panels_.as<std::int8_t>() + index * PanelLayout::width * padded_k();
  }
  const float* scales() const { return scales_.as<float>(); }  // [out]
  const float* bias() const { return has_bias() ? bias_.data() : nullptr; }
  std::size_t bytes() const override {
    return panels_.size() + scales_.size() + bias_.size() * sizeof(float);
  }

 private:
  AlignedBuffer panels_, scales_;
  std::vector<float> bias_;
};

}  // namespace tilescribe::kernels

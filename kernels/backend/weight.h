// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>

#include "kernels/core/export.h"
#include "kernels/core/tensor_view.h"

namespace tilescribe::kernels {

/// How a weight is used, which decides how a backend stores it.
enum class WeightRole {
  matrix,       // [out, in], y = x·Wᵀ + b; several parts are stacked along `out` (merged Q, K, V)
  gate_up,      // two [out, in] matrices, gate and up, that are used together
  convolution,  // [out, in, taps]
  table,        // [rows, width], looked up by row
  vector,       // [width], a gain or a bias of a norm
};

/// A weight as a backend holds it: opaque but for its sizes.
class TILESCRIBE_EXPORT Weight {
 public:
  Weight(WeightRole role, std::int64_t out, std::int64_t in, bool bias)
      : role_(role), out_(out), in_(in), bias_(bias) {}
  virtual ~Weight() = default;
  WeightRole role() const { return role_; }
  std::int64_t out() const {
    return out_;
  }  // rows of the matrix; of gate_up: of both; rows of a table; 1 of a vector
  std::int64_t in() const { return in_; }  // columns; of a convolution in · taps
  bool has_bias() const { return bias_; }
  virtual std::size_t bytes() const = 0;

 private:
  WeightRole role_;
  std::int64_t out_, in_;
  bool bias_;
};
using WeightHandle = std::shared_ptr<const Weight>;

/// Bytes of weights as the backend stores them, which is what an op reads of them.
TILESCRIBE_EXPORT std::int64_t stored_bytes(std::initializer_list<const Weight*> weights);

/// A weight before it is prepared: parts in host memory, f32, f16 or bf16. A part without a bias has an empty
/// one.
struct WeightPart {
  ConstTensorView weight;
  ConstTensorView bias;
};

}  // namespace tilescribe::kernels

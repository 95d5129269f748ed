// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>

#include "kernels/core/export.h"
#include "kernels/core/tensor_view.h"

namespace tilescribe::kernels {

/// How a weight is used. This decides how a backend stores it.
enum class WeightRole {
  matrix,       // [out, in], y = x·Wᵀ + b; several parts are stacked along `out` (merged Q, K, V)
  gate_up,      // two [out, in] matrices, gate and up, used together
  convolution,  // [out, in, taps]
  table,        // [rows, width], looked up by row
  vector,       // [width], gain or bias of a norm
};

/// A weight as a backend stores it: opaque except for its sizes.
class TILESCRIBE_EXPORT Weight {
 public:
  Weight(WeightRole role, std::int64_t out, std::int64_t in, bool bias)
      : role_(role), out_(out), in_(in), bias_(bias) {}
  virtual ~Weight() = default;
  WeightRole role() const { return role_; }
  std::int64_t out() const { return out_; }  // rows of the matrix (gate_up: of both; a vector has 1)
  std::int64_t in() const { return in_; }    // columns; of a convolution: in · taps
  bool has_bias() const { return bias_; }
  virtual std::size_t bytes() const = 0;

 private:
  WeightRole role_;
  std::int64_t out_, in_;
  bool bias_;
};
using WeightHandle = std::shared_ptr<const Weight>;

/// Bytes of weights as the backend stores them: what an op reads.
TILESCRIBE_EXPORT std::int64_t stored_bytes(std::initializer_list<const Weight*> weights);

/// A part of a weight before it is prepared, in host memory: f32, f16 or bf16. `bias` may be empty.
struct WeightPart {
  ConstTensorView weight;
  ConstTensorView bias;
};

}  // namespace tilescribe::kernels

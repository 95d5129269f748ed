// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>

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

/// How a backend prepares matrices, if not as it was opened. What it can't store so stays as usual.
struct MatrixForm {
  enum class Storage : std::uint8_t { usual, bf16, int8, fp8 };
  Storage storage = Storage::usual;
  std::optional<DType> activation = {};  // type of the products' inputs; empty: the backend's
};

/// The sizes of the whole that the parts of a weight form.
struct WeightLayout {
  std::int64_t out = 0, in = 0;  // as in Weight
  bool biased = false;           // whether any part has a bias; parts without one get zeros
};

/// A weight as a backend stores it: opaque except for its type and sizes.
class TILESCRIBE_EXPORT Weight {
 public:
  Weight(WeightRole role, const WeightLayout& layout, DType dtype)
      : role_(role), dtype_(dtype), layout_(layout) {}
  virtual ~Weight() = default;
  WeightRole role() const { return role_; }
  DType dtype() const { return dtype_; }            // of the values; a bias is float32
  std::int64_t out() const { return layout_.out; }  // rows of the matrix (gate_up: of both; a vector has 1)
  std::int64_t in() const { return layout_.in; }    // columns; of a convolution: in · taps
  bool has_bias() const { return layout_.biased; }
  virtual std::size_t bytes() const = 0;

 private:
  WeightRole role_;
  DType dtype_;
  WeightLayout layout_;
};
using WeightHandle = std::shared_ptr<const Weight>;

/// An op's weights as the backend stores them.
struct StoredWeights {
  DType dtype = DType::f32;  // of the first
  std::int64_t bytes = 0;    // of all: what the op reads
  bool operator==(const StoredWeights&) const = default;
};
TILESCRIBE_EXPORT StoredWeights stored(std::initializer_list<const Weight*> weights);

/// A part of a weight before it is prepared, in host memory: f32, f16 or bf16. `bias` may be empty.
struct WeightPart {
  ConstTensorView weight;
  ConstTensorView bias;
};

}  // namespace tilescribe::kernels

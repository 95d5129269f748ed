// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kernels/backend/weight.h"

namespace tilescribe::kernels {

/// A weight as plain row-major float32, [out, in] and [out]. gate_up: gate's rows, then up's. convolution:
/// [out, taps, in]. vector: [1, width].
class TILESCRIBE_EXPORT HostWeight final : public Weight {
 public:
  HostWeight(WeightRole role, std::int64_t out, std::int64_t in, std::vector<float> values,
             std::vector<float> bias)
      : Weight(role, {out, in, !bias.empty()}, DType::f32),
        values_(std::move(values)),
        bias_(std::move(bias)) {}
  const float* values() const { return values_.data(); }
  const float* bias() const { return bias_.empty() ? nullptr : bias_.data(); }
  std::size_t bytes() const override { return (values_.size() + bias_.size()) * sizeof(float); }

 private:
  std::vector<float> values_, bias_;
};

/// Throws Error if the parts' shapes do not fit the role or each other.
TILESCRIBE_EXPORT WeightLayout weight_layout(WeightRole role, std::span<const WeightPart> parts);

/// Weight parts in the row-major float32 form above. Throws like weight_layout().
struct WidenedWeight {
  std::int64_t out = 0, in = 0;
  std::vector<float> values, bias;  // bias: empty if no part has one; parts without one get zeros
};
TILESCRIBE_EXPORT WidenedWeight widen(WeightRole role, std::span<const WeightPart> parts);

/// The parts' biases as float32 [out], with zeros for parts without one. The shapes have been checked.
std::vector<float> widen_bias(WeightRole role, std::span<const WeightPart> parts);

}  // namespace tilescribe::kernels

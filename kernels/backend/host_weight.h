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
struct WidenedWeight {
  std::int64_t out = 0, in = 0;
  std::vector<float> values, bias;  // bias: empty if no part has one; parts without one get zeros
};

/// The same as a weight of the references.
class TILESCRIBE_EXPORT HostWeight final : public Weight {
 public:
  HostWeight(WeightRole role, WidenedWeight wide)
      : Weight(role, {wide.out, wide.in, !wide.bias.empty()}, DType::f32), wide_(std::move(wide)) {}
  const float* values() const { return wide_.values.data(); }
  const float* bias() const { return has_bias() ? wide_.bias.data() : nullptr; }
  std::size_t bytes() const override { return (wide_.values.size() + wide_.bias.size()) * sizeof(float); }

 private:
  WidenedWeight wide_;
};

/// Throws Error if the parts' types are not those of WeightPart, or their shapes do not fit the role or each
/// other. The functions below take parts that were checked so.
TILESCRIBE_EXPORT WeightLayout weight_layout(WeightRole role, std::span<const WeightPart> parts);

/// Checks the parts, too.
TILESCRIBE_EXPORT WidenedWeight widen(WeightRole role, std::span<const WeightPart> parts);

/// Values of a part as float32; `to` has room for all.
void widen_values(const ConstTensorView& from, float* to);

/// The parts' biases as float32 [out], with zeros for parts without one.
std::vector<float> widen_bias(std::span<const WeightPart> parts);

/// A row of the stacked parts.
ConstTensorView stacked_row(std::span<const WeightPart> parts, std::int64_t row);

}  // namespace tilescribe::kernels

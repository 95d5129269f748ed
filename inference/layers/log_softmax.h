// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace tilescribe::layers {

/// Logits of one row, at least one, in host memory → natural logarithms of their probabilities, in place.
inline void log_softmax(std::span<float> values) {
  const float most = *std::ranges::max_element(values);
  float sum = 0.0f;
  for (const float value : values) sum += std::exp(value - most);
  const float total = most + std::log(sum);
  for (float& value : values) value -= total;
}

}  // namespace tilescribe::layers

// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/elementwise/elementwise.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

using namespace reference_support;

void reference(const Gelu& op) {
  for (std::int64_t i = 0; i < op.x.elements(); ++i)
    op.y.as<float>()[i] = static_cast<float>((op.tanh ? gelu_tanh : gelu)(op.x.as<float>()[i]));
}

void reference(const GatedSilu& op) {
  const std::int64_t rows = op.y.shape[0], width = op.y.shape[1];
  for (std::int64_t r = 0; r < rows; ++r) {
    const float* const gate = op.gate_up.as<float>() + r * 2 * width;
    const float* const up = gate + width;
    for (std::int64_t i = 0; i < width; ++i)
      op.y.as<float>()[r * width + i] = static_cast<float>(silu(gate[i]) * up[i]);
  }
}

void reference(const Add& op) {
  for (std::int64_t i = 0; i < op.y.elements(); ++i)
    op.y.as<float>()[i] = static_cast<float>(double{op.y.as<float>()[i]} + op.x.as<float>()[i]);
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/ops/argmax/argmax.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

void reference(const NormLogits& op) {
  using namespace reference_support;
  const HostWeight& head = host(op.head);
  float* logits = op.logits.as<float>();
  for (const std::int32_t row : op.rows) {
    const Row x = row_of(op.x.as<float>() + row * op.x.shape[1], op.x.shape[1]);
    store(project(head, normalise(op.norm, x)), logits);
    logits += head.out();
  }
}

void reference(const Argmax& op) {
  const std::int64_t width = op.logits.shape[1];
  for (std::int64_t r = 0; r < op.logits.shape[0]; ++r) {
    const float* const row = op.logits.as<float>() + r * width;
    const float* const best = std::max_element(row, row + width);  // the first of equals
    double sum = 0.0;
    for (std::int64_t i = 0; i < width; ++i) sum += std::exp(double{row[i]} - *best);
    op.ids.as<std::int32_t>()[r] = static_cast<std::int32_t>(best - row);
    op.probabilities.as<float>()[r] = static_cast<float>(1.0 / sum);
  }
}

}  // namespace tilescribe::kernels

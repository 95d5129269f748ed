// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/ops/argmax/argmax.h"

namespace tilescribe::kernels {
namespace {

void best_of_rows(const ConstTensorView& logits, std::int32_t* ids, float* probabilities) {
  const std::int64_t width = logits.shape[1];
  for (std::int64_t r = 0; r < logits.shape[0]; ++r) {
    const float* const row = logits.as<float>() + r * width;
    const float* const best = std::max_element(row, row + width);  // the first of equals
    double sum = 0.0;
    for (std::int64_t i = 0; i < width; ++i) sum += std::exp(double{row[i]} - *best);
    ids[r] = static_cast<std::int32_t>(best - row);
    probabilities[r] = static_cast<float>(1.0 / sum);
  }
}

}  // namespace

void reference(const Argmax& op) {
  best_of_rows(op.logits, op.ids.as<std::int32_t>(), op.probabilities.as<float>());
}

void reference(const ArgmaxStop& op) {
  const auto rows = static_cast<std::size_t>(op.logits.shape[0]);
  std::vector<std::int32_t> best(rows);
  std::vector<float> probabilities(rows);
  best_of_rows(op.logits, best.data(), probabilities.data());
  finish_step(op, best, probabilities);
}

}  // namespace tilescribe::kernels

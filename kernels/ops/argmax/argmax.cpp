// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/argmax/argmax.h"

#include <algorithm>
#include <atomic>

#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {

Cost cost(const Argmax::Problem& p) {
  return {.flops = 4 * p.rows * p.width, .bytes = 4 * p.rows * (p.width + 2)};
}

std::string describe(const Argmax::Problem& p) {
  return ProblemText{{"rows", p.rows}, {"width", p.width}};
}

Cost cost(const ArgmaxStop::Problem& p) {
  return {.flops = 4 * p.rows * p.width, .bytes = 4 * p.rows * (p.width + 8)};
}

std::string describe(const ArgmaxStop::Problem& p) {
  return ProblemText{{"rows", p.rows}, {"width", p.width}, {"stop_ids", p.stop_ids}};
}

void finish_step(const ArgmaxStop& op, std::span<const std::int32_t> best,
                 std::span<const float> probabilities) {
  const std::int64_t rows = op.logits.shape[0], depth = op.ring.steps.elements();
  const std::int32_t step = ++*op.count.as<std::int32_t>();
  const std::int64_t entry = (step - 1) % depth;
  const std::span stops(op.stop_ids.as<std::int32_t>(), static_cast<std::size_t>(op.stop_ids.elements()));
  for (std::int64_t r = 0; r < rows; ++r) {
    std::int32_t& position = op.positions.as<std::int32_t>()[r];
    const bool idle = position < 0;
    const std::int32_t id = best[static_cast<std::size_t>(r)];
    op.ring.ids.as<std::int32_t>()[entry * rows + r] = idle ? -1 : id;
    op.ring.probabilities.as<float>()[entry * rows + r] =
        idle ? 0.0f : probabilities[static_cast<std::size_t>(r)];
    if (idle) continue;
    op.ids.as<std::int32_t>()[r] = id;
    const bool spent = --op.budgets.as<std::int32_t>()[r] <= 0;
    position = spent || std::ranges::find(stops, id) != stops.end() ? -1 : position + 1;
  }
  std::atomic_ref(op.ring.steps.as<std::int32_t>()[entry]).store(step, std::memory_order_release);
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/argmax/argmax.h"

namespace tilescribe::kernels {
namespace {

void best_of_rows(const ConstTensorView& logits, std::int32_t* ids, float* probabilities, Runner& runner) {
  const std::int64_t width = logits.shape[1];
  for_rows(runner, logits.shape[0], width, [&](std::int64_t row) {
    const simd::Best best = simd::argmax(static_cast<const float*>(row_of(logits, row)), width);
    ids[row] = best.index;
    probabilities[row] = best.probability;
  });
}

void argmax(const Argmax& op, Runner& runner) {
  best_of_rows(op.logits, op.ids.as<std::int32_t>(), op.probabilities.as<float>(), runner);
}

void argmax_stop(const ArgmaxStop& op, Runner& runner) {
  const auto rows = static_cast<std::size_t>(op.logits.shape[0]);
  std::vector<std::int32_t> best(rows);
  std::vector<float> probabilities(rows);
  best_of_rows(op.logits, best.data(), probabilities.data(), runner);
  finish_step(op, best, probabilities);
}

}  // namespace

void register_argmax_cpu(Registry& registry) {
  registry.add<Argmax>({"highway", "cpu", by_highway(), always<Argmax::Problem>, argmax});
  registry.add<ArgmaxStop>({"highway", "cpu", by_highway(), always<ArgmaxStop::Problem>, argmax_stop});
}

}  // namespace tilescribe::kernels

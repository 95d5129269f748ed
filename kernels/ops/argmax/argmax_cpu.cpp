// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/argmax/argmax.h"

namespace tilescribe::kernels {
namespace {

void argmax(const Argmax& op, Backend& backend) {
  const std::int64_t width = op.logits.shape[1];
  for_rows(backend, op.logits.shape[0], width, [&](std::int64_t row) {
    const simd::Best best = simd::argmax(static_cast<const float*>(row_of(op.logits, row)), width);
    op.ids.as<std::int32_t>()[row] = best.index;
    op.probabilities.as<float>()[row] = best.probability;
  });
}

}  // namespace

void register_argmax_cpu(Registry& registry) {
  registry.add<Argmax>({"highway", "cpu", always<Argmax::Problem>, argmax});
  registry.add<NormLogits>({"default", "cpu", always<NormLogits::Problem>, norm_logits_default});
}

}  // namespace tilescribe::kernels

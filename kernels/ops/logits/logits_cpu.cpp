// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/ops/logits/logits.h"

namespace tilescribe::kernels {

void register_logits_cpu(Registry& registry) {
  registry.add<NormLogits>({"default", "cpu", composed(), always<NormLogits::Problem>, norm_logits_default});
}

}  // namespace tilescribe::kernels

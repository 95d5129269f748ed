// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/logits/logits.h"

namespace tilescribe::kernels {

void register_logits_baseline(Registry& registry) {
  registry.add<NormLogits>(
      {"default", CudaBackend::baseline_name, composed(), always<NormLogits::Problem>, norm_logits_default});
}

}  // namespace tilescribe::kernels

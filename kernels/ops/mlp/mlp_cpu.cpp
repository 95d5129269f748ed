// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/ops/mlp/mlp.h"

namespace tilescribe::kernels {

// The inner ops already fuse what pays on a CPU: bias, GELU and residual with the products.
void register_mlp_cpu(Registry& registry) {
  registry.add<NormMlp>({"default", "cpu", composed(), always<NormMlp::Problem>, norm_mlp_default});
  registry.add<NormGatedMlp>(
      {"default", "cpu", composed(), always<NormGatedMlp::Problem>, norm_gated_mlp_default});
}

}  // namespace tilescribe::kernels

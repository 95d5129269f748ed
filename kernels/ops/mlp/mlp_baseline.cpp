// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/mlp/mlp.h"

namespace tilescribe::kernels {

void register_mlp_baseline(Registry& registry) {
  constexpr const char* engine = CudaBackend::baseline_name;
  registry.add<NormMlp>({"default", engine, composed(), always<NormMlp::Problem>, norm_mlp_default});
  registry.add<NormGatedMlp>(
      {"default", engine, composed(), always<NormGatedMlp::Problem>, norm_gated_mlp_default});
}

}  // namespace tilescribe::kernels

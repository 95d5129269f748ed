// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/linear_tile_variants.h"
#include "kernels/tile/cuda_target.cuh"

namespace tilescribe::kernels {

void register_linear_cuda(Registry& registry) {
  constexpr const char* baseline = CudaBackend::baseline_name;
  registry.add<LinearGelu>({"default", baseline, always<LinearGelu::Problem>, linear_gelu_default});
  registry.add<LinearResidual>(
      {"default", baseline, always<LinearResidual::Problem>, linear_residual_default});
  tile::for_both_engines(
      [&](const char* engine) { tile::register_linear<tile::CudaTarget>(registry, engine); });
}

}  // namespace tilescribe::kernels

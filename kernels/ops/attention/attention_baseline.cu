// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/tile_target.cuh"
#include "kernels/ops/attention/attention_tile_variants.h"

namespace tilescribe::kernels {

void register_attention_baseline(Registry& registry) {
  // It is preferred to the flash kernel.
  registry.add<Attend>(
      {"default", CudaBackend::baseline_name, composed(), attend_default_takes, attend_default});
  tile::for_both_engines(
      [&](const char* engine) { tile::register_attention<tile::CudaTarget>(registry, engine); });
}

}  // namespace tilescribe::kernels

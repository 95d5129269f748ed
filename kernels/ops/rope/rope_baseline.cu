// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/tile_target.cuh"
#include "kernels/ops/rope/rope_tile_variants.h"

namespace tilescribe::kernels {

void register_rope_baseline(Registry& registry) {
  registry.add<NormQkvRopeAppend>({"default", CudaBackend::baseline_name, composed(),
                                   always<NormQkvRopeAppend::Problem>, norm_qkv_rope_append_default});
  tile::for_both_engines(
      [&](const char* engine) { tile::register_rope<tile::CudaTarget>(registry, engine); });
}

}  // namespace tilescribe::kernels

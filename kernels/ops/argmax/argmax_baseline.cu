// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/argmax/argmax_tile_variants.h"
#include "kernels/tile/cuda_target.cuh"

namespace tilescribe::kernels {

void register_argmax_baseline(Registry& registry) {
  tile::for_both_engines(
      [&](const char* engine) { tile::register_argmax<tile::CudaTarget>(registry, engine); });
}

}  // namespace tilescribe::kernels

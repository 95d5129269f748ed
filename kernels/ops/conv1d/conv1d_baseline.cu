// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/conv1d/conv1d_tile_variants.h"
#include "kernels/tile/cuda_target.cuh"

namespace tilescribe::kernels {

void register_conv1d_baseline(Registry& registry) {
  tile::for_both_engines(
      [&](const char* engine) { tile::register_conv1d<tile::CudaTarget>(registry, engine); });
}

}  // namespace tilescribe::kernels

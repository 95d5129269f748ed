// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/rms_norm/rms_norm_tile_variants.h"
#include "kernels/tile/cuda_target.cuh"

namespace tilescribe::kernels {

void register_rms_norm_cuda(Registry& registry) {
  tile::for_both_engines(
      [&](const char* engine) { tile::register_rms_norm<tile::CudaTarget>(registry, engine); });
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/embedding/embedding_tile_variants.h"
#include "kernels/tile/cuda_target.cuh"

namespace tilescribe::kernels {

void register_embedding_baseline(Registry& registry) {
  tile::for_both_engines(
      [&](const char* engine) { tile::register_embedding<tile::CudaTarget>(registry, engine); });
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/tile_target.cuh"
#include "kernels/ops/attention/attention_tile_variants.h"

namespace tilescribe::kernels {
namespace {

// The default composition needs sequences on the host. It is preferred to the flash kernel.
bool sequences_given(const Attend::Problem& problem, const Device&) {
  return problem.rows_of == RowsOf::sequences;
}

}  // namespace

void register_attention_baseline(Registry& registry) {
  registry.add<Attend>({"default", CudaBackend::baseline_name, composed(), sequences_given, attend_default});
  tile::for_both_engines(
      [&](const char* engine) { tile::register_attention<tile::CudaTarget>(registry, engine); });
}

}  // namespace tilescribe::kernels

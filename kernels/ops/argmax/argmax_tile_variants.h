// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/argmax/argmax.h"
#include "kernels/ops/argmax/argmax_tile.h"
#include "kernels/tile/variants.h"

namespace tilescribe::kernels::tile {

template <class Target>
void launch_argmax(const Argmax& op, Backend& backend) {
  const std::int64_t rows = op.logits.shape[0];
  Target::template run<ArgmaxKernel>(
      {as_column(op.ids.as<std::int32_t>(), rows), as_column(op.probabilities.as<float>(), rows),
       matrix_of<float>(op.logits)},
      backend, "argmax");
}

template <class Target>
void register_argmax(Registry& registry, const char* engine) {
  registry.add<Argmax>({"tile", engine, every<Argmax::Problem>, launch_argmax<Target>});
}

}  // namespace tilescribe::kernels::tile

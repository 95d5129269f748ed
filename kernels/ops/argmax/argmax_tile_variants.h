// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/argmax/argmax.h"
#include "kernels/ops/argmax/argmax_tile.h"
#include "kernels/ops/tile_variants.h"

namespace tilescribe::kernels::tile {

template <class Target>
void launch_argmax(const Argmax& op, Runner& runner) {
  const std::int64_t rows = op.logits.shape[0];
  Target::template run<ArgmaxKernel>(
      {as_column(op.ids.as<std::int32_t>(), rows), as_column(op.probabilities.as<float>(), rows),
       matrix_of<float>(op.logits)},
      runner, "argmax");
}

/// Writes the argmax to scratch memory, then ends the step.
template <class Target>
void launch_argmax_stop(const ArgmaxStop& op, Runner& runner) {
  const std::int64_t rows = op.logits.shape[0];
  const Tensor best = runner.tensor(DType::i32, {rows}), probabilities = runner.tensor(DType::f32, {rows});
  launch_argmax<Target>({best, probabilities, op.logits}, runner);
  const auto row_of = [&](const TensorView& view) { return as_row(view.as<std::int32_t>(), rows); };
  Target::template run<FinishStepKernel>(
      {row_of(op.ids), row_of(op.positions), row_of(op.budgets), op.count.as<std::int32_t>(),
       matrix_of<std::int32_t>(op.ring.ids), matrix_of<float>(op.ring.probabilities),
       op.ring.steps.as<std::int32_t>(), as_row<const std::int32_t>(best.view().as<std::int32_t>(), rows),
       as_row<const float>(probabilities.view().as<float>(), rows),
       as_row(op.stop_ids.as<std::int32_t>(), op.stop_ids.elements())},
      runner, "finish_step");
}

template <class Target>
void register_argmax(Registry& registry, const char* engine) {
  registry.add<Argmax>({"tile", engine, in_tiles(), always<Argmax::Problem>, launch_argmax<Target>});
  registry.add<ArgmaxStop>(
      {"tile", engine, in_tiles(), always<ArgmaxStop::Problem>, launch_argmax_stop<Target>});
}

}  // namespace tilescribe::kernels::tile

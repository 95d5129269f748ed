// SPDX-License-Identifier: Apache-2.0
#include "inference/measure/model_problems.h"

#include <algorithm>
#include <memory>

#include "inference/api/tune.h"
#include "inference/measure/bench_batch.h"
#include "kernels/core/error.h"

namespace tilescribe {

void plan_problems(OpenedModel& opened, int tokens, const std::stop_token& stop) {
  BenchBatch(opened, 1, window_s, tokens + 1, stop).whole_ms();
}

ModelShapes list_model_shapes(const EngineOptions& engine, const std::stop_token& stop) {
  OpenedModel opened = open_model(engine, stop);
  kernels::Backend& backend = *opened.engine.backend;
  backend.set_stop_token(stop);
  plan_problems(opened, TuneOptions().tokens, stop);
  ModelShapes found;
  found.model = opened.info.name;
  const auto problems = std::make_shared<ModelProblems>();
  for (const kernels::CheckedOp& op : kernels::checked_ops()) {
    if (stop.stop_requested()) throw Cancelled();
    for (kernels::PlannedProblem& problem : op.planned(backend)) {
      const ShapeRow row{std::string(op.name), problem.shape};
      const auto same = [&row](const ShapeRow& other) {
        return other.op == row.op && other.shape == row.shape;
      };
      if (!row.shape.empty() && std::ranges::none_of(found.shapes, same)) found.shapes.push_back(row);
      problems->list.emplace_back(op.name, std::move(problem));
    }
  }
  found.problems = problems;
  return found;
}

}  // namespace tilescribe

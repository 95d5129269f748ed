// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "inference/api/bench.h"
#include "inference/pipeline/opened_model.h"
#include "kernels/check/check_ops.h"

namespace tilescribe {

class ModelProblems {
 public:
  std::vector<std::pair<std::string, kernels::PlannedProblem>> list;  // each with its op's name
};

/// Runs a model once on a full window, so that its ops' problems are planned. Throws Error, or Cancelled.
void plan_problems(OpenedModel& opened, int tokens, const std::stop_token& stop);

}  // namespace tilescribe

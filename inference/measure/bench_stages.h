// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "inference/api/bench.h"
#include "inference/pipeline/opened_model.h"

namespace tilescribe {

/// bench_stages() on models that are open, one a device. The options' engine is ignored.
void bench_stages_on(std::vector<OpenedModel>& models, const StagesOptions& options,
                     const std::function<void(const BenchSetting&)>& setting,
                     const std::function<void(const StageRow&)>& row, const std::stop_token& stop);

}  // namespace tilescribe

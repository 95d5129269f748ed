// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inference/api/bench.h"
#include "inference/pipeline/engine.h"
#include "kernels/core/cost.h"

namespace tilescribe {

/// What the engine is, and what its device reaches, measured now.
BenchSetting bench_setting(const OpenedEngine& engine, const std::string& model);

/// What `cost` in `ms` milliseconds comes to, beside the setting's ceilings.
BenchRates bench_rates(const kernels::Cost& cost, double ms, const BenchSetting& setting);

/// The median, the least and the most of measurements in milliseconds, at least one.
BenchTime bench_time(std::vector<double> ms);

}  // namespace tilescribe

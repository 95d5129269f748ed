// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "inference/api/bench.h"
#include "inference/pipeline/engine.h"
#include "kernels/check/check_ops.h"
#include "kernels/core/cost.h"

namespace tilescribe {

/// What the backend's device reaches, which is measured once.
BenchCeilings ceilings_of(kernels::Backend& backend);

/// The engine, and its device's measured limits.
BenchSetting bench_setting(const OpenedEngine& engine, const std::string& model);

/// The rates of `cost` in `ms` milliseconds, compared with the setting's ceilings.
BenchRates bench_rates(const kernels::Cost& cost, double ms, const BenchSetting& setting);

/// What was measured of a variant.
OpRow op_row(const kernels::BenchResult& result, const BenchSetting& setting);

/// The powers of two from `first`, which is one, to at most `last`.
std::vector<int> powers_of_two(std::int64_t first, std::int64_t last);

/// Median, minimum and maximum of at least one measurement in milliseconds.
BenchTime bench_time(std::vector<double> ms);

}  // namespace tilescribe

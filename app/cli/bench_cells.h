// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/cli/bench_table.h"
#include "inference/api/bench.h"
#include "inference/api/provenance.h"

/// What several commands' tables have in common.
namespace tilescribe::cli {

/// The engine, the model if there is one, and the device's ceilings.
BenchCells setting_facts(const BenchSetting& setting);

/// Adds cells to a row.
void append(BenchCells& row, const BenchCells& cells);

BenchCells time_cells(const BenchTime& time);
BenchCells rate_cells(const BenchRates& rates);

/// Where the numbers come from, as facts. `command`: as typed.
BenchCells provenance_facts(const Provenance& from, const std::string& command);

}  // namespace tilescribe::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/cli/bench_table.h"
#include "inference/api/kernel_lab.h"

/// What the kernel lab measured, as tables for other programs.
namespace tilescribe::cli {

/// A variant a row. `command`: as typed.
BenchTable time_table(const LabRun& run, const std::vector<OpRow>& rows, const std::filesystem::path& file,
                      const std::string& command);

/// A stage a row; the last is all of them.
BenchTable model_table(const LabModelResult& result, const std::filesystem::path& file,
                       const std::string& command);

/// The sum of a result's stages.
LabModelResult::Stage all_stages(const LabModelResult& result);

}  // namespace tilescribe::cli

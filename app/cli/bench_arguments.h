// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/help.h"

namespace tilescribe::cli {

extern const HelpText bench_help;

/// Parses the arguments after "bench" on the command line.
Arguments parse_bench_arguments(const std::vector<std::string>& words);

}  // namespace tilescribe::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/bench_command.h"
#include "app/cli/console.h"
#include "app/machine/services.h"

namespace tilescribe::cli {

/// bench stages, bench ops, bench trace, bench transcribe. Returns an exit code.
int bench(const BenchCommand& command, const Services& services, Console& console);

}  // namespace tilescribe::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands.h"

namespace tilescribe::cli {

/// bench engines. Returns the exit code.
int run(const BenchEngines& command, const BenchOutputs& outputs, const Context& context);

}  // namespace tilescribe::cli

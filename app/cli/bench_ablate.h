// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "app/cli/commands.h"
#include "inference/api/ablation.h"

namespace tilescribe::cli {

/// Opens models with the services, and says on standard error which round begins. Not longer than both live.
AblationTools ablation_tools(const Context& context, const std::stop_token& stop);

/// bench ablate. Returns the exit code.
int run(const BenchAblate& command, const BenchOutputs& outputs, const Context& context);

}  // namespace tilescribe::cli

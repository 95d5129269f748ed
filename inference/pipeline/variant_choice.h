// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/api/options.h"
#include "kernels/backend/backend.h"

namespace tilescribe {

/// Makes an engine run its ops by the variants that the options name. Throws Error if there is no such op or
/// variant.
void choose_variants(kernels::Backend& backend, const EngineOptions& options);

}  // namespace tilescribe

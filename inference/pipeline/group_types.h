// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/api/options.h"
#include "inference/model/model_types.h"

namespace tilescribe {

/// The types of a model's groups of layers on this engine. Throws Error if it can't compute or store in one.
model::ModelTypes model_types(const EngineOptions& options, Engine engine);

}  // namespace tilescribe

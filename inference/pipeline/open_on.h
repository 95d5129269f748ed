// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "inference/pipeline/opened_model.h"

namespace tilescribe {

/// The checkpoint that the options name on an engine that is open already. Throws Error, or Cancelled on a
/// stop request.
OpenedModel open_model_on(OpenedEngine engine, const EngineOptions& options, const std::stop_token& stop);

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "inference/api/options.h"
#include "inference/api/transcriber.h"
#include "kernels/backend/backend.h"

namespace tilescribe {

/// A backend and why it was chosen.
struct OpenedEngine {
  std::unique_ptr<kernels::Backend> backend;
  EngineInfo info;
};

/// Opens the engine that the options ask for, or the best of this machine. Throws Error when it can't be
/// used.
OpenedEngine open_engine(const EngineOptions& options);

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inference/api/options.h"
#include "inference/api/transcriber.h"
#include "kernels/backend/backend.h"

namespace tilescribe {

/// A backend and why it was chosen.
struct OpenedEngine {
  std::unique_ptr<kernels::Backend> backend;
  EngineInfo info;
  std::vector<std::unique_ptr<kernels::OpHook>> faults = {};  // of a test; they go before the backend
};

/// Opens the engine that the options ask for, or the best of this machine that holds `weight_bytes` of bf16
/// weights. Throws Error when what was asked for can't be used.
OpenedEngine open_engine(const EngineOptions& options, std::int64_t weight_bytes);

}  // namespace tilescribe

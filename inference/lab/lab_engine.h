// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "inference/api/kernel_lab.h"
#include "kernels/backend/backend.h"

namespace tilescribe {

/// A user's kernel on its engine.
struct LabEngine {
  std::unique_ptr<kernels::Backend> backend;  // a LabHost
  CompiledSource source;
};

enum class LabUse : std::uint8_t {
  check,  // the kernel is the only variant, and has not been checked
  model,  // it has passed its op's check and is in use, beside the engine's own variants
};

/// Compiles the kernel and opens cpu or cuda-baseline with it, in float32. Throws Error; for `model` with the
/// first wrong element if the check fails.
LabEngine open_lab_engine(const UserKernel& kernel, LabUse use);

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inference/api/options.h"
#include "kernels/backend/backend.h"
#include "kernels/backend/cuda/cuda_loader.h"

namespace tilescribe {

/// Faults that a test plants on the CPU engine: a device failure when the 40th op begins, or slower ops (one
/// or all). They last as long as the hooks. Throws Error for a fault that a CPU can't have, or an unknown op.
std::vector<std::unique_ptr<kernels::OpHook>> plant_faults(kernels::Backend& backend,
                                                           const EngineOptions& options);

/// The same fault for the GPU engines, which plant it themselves.
kernels::InjectedFault gpu_fault(InjectedFault fault);

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inference/api/options.h"
#include "kernels/backend/backend.h"
#include "kernels/backend/cuda/cuda_loader.h"

namespace tilescribe {

/// What a test asks to go wrong on the CPU engine: a failure of the device when the 40th op begins, all ops
/// or one slower. It does as long as the hooks live. Throws Error for what a CPU can't do, or an op that is
/// not there.
std::vector<std::unique_ptr<kernels::OpHook>> plant_faults(kernels::Backend& backend,
                                                           const EngineOptions& options);

/// A failure as the GPU's engines know it, which plant it themselves.
kernels::InjectedFault gpu_fault(InjectedFault fault);

}  // namespace tilescribe

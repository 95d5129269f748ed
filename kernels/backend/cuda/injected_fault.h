// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/backend/cuda/cuda_backend.h"

namespace tilescribe::kernels {

/// For tests of what comes behind a failure: lets the backend fail as a real one would when its 40th op
/// begins, by a launch that the driver refuses, by asking for more memory than there is, or by a kernel that
/// stops the GPU's context for good. DeviceError is
/// thrown then. Null for InjectedFault::none.
std::unique_ptr<OpHook> plant_fault(CudaBackend& backend, InjectedFault fault);

}  // namespace tilescribe::kernels

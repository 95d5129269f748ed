// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/backend/cuda/cuda_backend.h"

namespace tilescribe::kernels {

/// For tests of error handling: makes the backend fail when its 40th op begins, as `fault` says. Then
/// DeviceError is thrown, except for overrun and race. Null for InjectedFault::none.
std::unique_ptr<OpHook> plant_fault(CudaBackend& backend, InjectedFault fault);

}  // namespace tilescribe::kernels

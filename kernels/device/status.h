// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <source_location>

#include <cuda_runtime_api.h>

#include "kernels/core/message.h"

namespace tilescribe::kernels {

/// Throws DeviceError unless a CUDA call succeeded. `doing` says what it was for: "while copying a tensor".
/// The details name the status and the place of the call.
void check(cudaError_t status, const Message& doing,
           const std::source_location& where = std::source_location::current());

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/backend/cuda/cuda_backend.h"
#include "kernels/core/message.h"
#include "kernels/profile/activity_source.h"

namespace tilescribe::kernels {

/// One record per kernel, copy and fill, by CUPTI's activity records, also inside graphs. ActivityJoin joins
/// kernels to ops. Steps that have one record as a whole are timed with CUDA events. Waits for the device;
/// the first time, also measures CUPTI's cost (about 30 ms). Null if CUPTI can't be used; `reason` then says
/// why, a sentence. A process has one such source at a time. Throws Error if the GPU can't be used.
std::unique_ptr<ActivitySource> open_cupti_source(CudaBackend& backend, Message& reason);

/// The better source of the two that this machine supports (event_source.h).
std::unique_ptr<ActivitySource> make_cuda_activity_source(CudaBackend& backend);

}  // namespace tilescribe::kernels

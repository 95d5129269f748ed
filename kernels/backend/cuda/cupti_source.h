// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "kernels/backend/cuda/cuda_backend.h"
#include "kernels/core/message.h"
#include "kernels/profile/activity_source.h"

namespace tilescribe::kernels {

/// A record a kernel, copy and fill, by CUPTI's activity records, inside graphs too; kernels are joined to
/// ops by ActivityJoin. Steps that have one record as a whole are timed by CUDA events. Waits for the device,
/// and where CUPTI is opened for the first time measures what it costs, some 30 ms. Null where CUPTI can't be
/// used; `reason` then says why, a sentence. A process has one such source at a time. Throws Error where the
/// GPU can't be used.
std::unique_ptr<ActivitySource> open_cupti_source(CudaBackend& backend, Message& reason);

/// The better of the two sources that this machine has (event_source.h).
std::unique_ptr<ActivitySource> make_cuda_activity_source(CudaBackend& backend);

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/profile/op_hook.h"

namespace tilescribe::kernels {

/// Shows stages, steps, layers and ops as nested NVTX ranges in a domain "tilescribe", to Nsight Systems and
/// others that watch the process. All calls come from one thread. Null where the toolkit that this was built
/// with has no NVTX.
std::unique_ptr<OpHook> make_nvtx_ranges();

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/profile/op_hook.h"

namespace tilescribe::kernels {

/// Shows stages, steps, layers and ops as nested NVTX ranges in the domain "tilescribe", for Nsight Systems
/// and similar tools. All calls come from one thread. Null if it was built without NVTX.
std::unique_ptr<OpHook> make_nvtx_ranges();

}  // namespace tilescribe::kernels

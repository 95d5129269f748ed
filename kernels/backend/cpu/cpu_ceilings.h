// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/core/ceilings.h"

namespace tilescribe::kernels {

class CpuBackend;

/// What the backend's threads reach together: reading and copying 256 MiB, and a large product of the best
/// library, including tiling and widening. The CPU has no tf32.
Ceilings measure_ceilings(CpuBackend& backend);

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/core/ceilings.h"

namespace tilescribe::kernels {

class CpuBackend;

/// What the backend's threads reach together: reading and copying a quarter of a GiB, and a large product of
/// the best library, tiles and their widening included. tf32 is not the CPU's.
Ceilings measure_ceilings(CpuBackend& backend);

}  // namespace tilescribe::kernels

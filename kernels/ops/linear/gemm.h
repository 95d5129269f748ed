// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/stream.h"
#include "kernels/ops/linear/product_plan.h"

/// Products of many rows, by tiles. Sums are in ascending k, whatever the tile.
namespace tilescribe::kernels {

/// With wgmma and TMA, for sm_90a: a producer warpgroup loads, one to three consumer warpgroups multiply. n
/// and k are multiples of 8, with any number of rows. With programmatic dependent launch, the kernel waits
/// for its predecessors only before it reads `x` or writes, and releases its successor at once. `config` is
/// one of gemm_sm90_configs. Throws Error for a product that it does not take.
void gemm_sm90(const Product& product, const Config& config, CudaStream& stream);

/// With mma.sync and cp.async, for sm_80 and later, in one of gemm_sm80_configs.
void gemm_sm80(const Product& product, const Config& config, CudaStream& stream);

}  // namespace tilescribe::kernels

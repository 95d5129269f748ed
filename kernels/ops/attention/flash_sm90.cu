// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/attention/flash_sm90.cuh"

namespace tilescribe::kernels {
namespace {

// Head 64: softmax takes as long as the products, so four warpgroups share a multiprocessor. With 256 rows
// per block, one encoder window (20 heads, 1500 rows) is one wave of 120 blocks. Head 128: for a causal
// prompt of some hundred rows, two small blocks per multiprocessor waste the least.
//                       head, keys, warpgroups, stages, blocks per SM
using Head64 = FlashPlan<64, 64, 4, 4, 1>;
using Head128 = FlashPlan<128, 64, 1, 2, 2>;

}  // namespace

void flash_sm90(const FlashTask& task, CudaStream& stream) {
  if (task.head_dim == 64) return flash_sm90_launch<Head64>(task, stream);
  if (task.head_dim == 128) return flash_sm90_launch<Head128>(task, stream);
  throw Error("Flash attention on Hopper takes heads of 64 or 128 values, but found {1}.", task.head_dim);
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/ops/linear/split_bf16.h"

namespace tilescribe::kernels {
namespace {

// One value per thread.
__global__ void split(__nv_bfloat16* high, __nv_bfloat16* low, const float* x, std::int64_t count) {
  ptx::wait_for_predecessor();
  ptx::release_successor();
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const __nv_bfloat16 near = __float2bfloat16_rn(x[i]);
  high[i] = near;
  if (low != nullptr) low[i] = __float2bfloat16_rn(x[i] - __bfloat162float(near));
}

}  // namespace

void launch_split_bf16(const SplitBf16& op, CudaStream& stream) {
  constexpr int threads = 256;
  launch(stream,
         {.name = "split", .grid = blocks_of(op.count, threads), .threads = threads, .order = overlapping},
         split, op.high, op.low, op.x, op.count);
}

}  // namespace tilescribe::kernels

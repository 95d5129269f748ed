// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/skinny_device.cuh"
#include "kernels/ops/linear/split_halves.h"

namespace tilescribe::kernels {
namespace {

// Four values a thread.
__global__ void split(uint2* high, uint2* low, const float4* x, std::int64_t quads) {
  wait_for_predecessor();
  release_successor();
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= quads) return;
  const float4 v = x[i];
  const __nv_bfloat162 a = __floats2bfloat162_rn(v.x, v.y), b = __floats2bfloat162_rn(v.z, v.w);
  const float2 near_a = __bfloat1622float2(a), near_b = __bfloat1622float2(b);
  const __nv_bfloat162 rest_a = __floats2bfloat162_rn(v.x - near_a.x, v.y - near_a.y);
  const __nv_bfloat162 rest_b = __floats2bfloat162_rn(v.z - near_b.x, v.w - near_b.y);
  high[i] = {*reinterpret_cast<const unsigned*>(&a), *reinterpret_cast<const unsigned*>(&b)};
  low[i] = {*reinterpret_cast<const unsigned*>(&rest_a), *reinterpret_cast<const unsigned*>(&rest_b)};
}

}  // namespace

void launch_split_halves(const SplitHalves& op, const DecodeDevice& device, cudaStream_t stream) {
  constexpr int threads = 256;
  const std::int64_t quads = op.count / 4;
  launch_in_step(device, "split", split, dim3(static_cast<unsigned>((quads + threads - 1) / threads)),
                 threads, 0, 1, stream, reinterpret_cast<uint2*>(op.high), reinterpret_cast<uint2*>(op.low),
                 reinterpret_cast<const float4*>(op.x), quads);
}

}  // namespace tilescribe::kernels

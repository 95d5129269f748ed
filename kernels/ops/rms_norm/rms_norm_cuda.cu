// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/block.cuh"
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/rms_norm/rms_norm.h"

namespace tilescribe::kernels {
namespace {

// A block a row.
__global__ void rms_norm(float* out, const float* x, const float* gain, std::int64_t width, float eps) {
  x += blockIdx.x * width;
  out += blockIdx.x * width;
  float squares = 0.0f;
  for (std::int64_t i = threadIdx.x; i < width; i += block_threads) squares += x[i] * x[i];
  const float scale = 1.0f / sqrtf(block_sum(squares) / static_cast<float>(width) + eps);
  for (std::int64_t i = threadIdx.x; i < width; i += block_threads) out[i] = x[i] * scale * gain[i];
}

bool supports(const RmsNorm::Problem& problem, const Backend&) {
  return all_f32(problem.out);
}

void launch(const RmsNorm& op, Backend& backend) {
  rms_norm<<<static_cast<unsigned>(op.x.shape[0]), block_threads, 0, cuda(backend).stream()>>>(
      op.out.as<float>(), op.x.as<float>(), device(op.gain).values(), op.x.shape[1], op.eps);
  check_launch("rms_norm");
}

}  // namespace

void register_rms_norm_cuda(Registry& registry) {
  registry.add<RmsNorm>({"row", CudaBackend::baseline_name, supports, launch});
}

}  // namespace tilescribe::kernels

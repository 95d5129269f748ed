// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/block.cuh"
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/layer_norm/layer_norm.h"

namespace tilescribe::kernels {
namespace {

/// Count, mean and summed squared deviation of some values.
struct Moments {
  float count, mean, deviation;
};

/// One value more (Welford 1962).
__device__ Moments with(Moments m, float x) {
  m.count += 1.0f;
  const float from_old = x - m.mean;
  m.mean += from_old / m.count;
  m.deviation += from_old * (x - m.mean);
  return m;
}

/// Two sets of values together (Chan, Golub and LeVeque 1983).
__device__ Moments together(Moments a, Moments b) {
  if (b.count == 0.0f) return a;
  if (a.count == 0.0f) return b;
  const float count = a.count + b.count, apart = b.mean - a.mean;
  return {count, a.mean + apart * (b.count / count),
          a.deviation + b.deviation + apart * apart * (a.count * b.count / count)};
}

// A block a row.
__global__ void layer_norm(float* out, const float* x, const float* gain, const float* bias,
                           std::int64_t width, float eps) {
  x += blockIdx.x * width;
  out += blockIdx.x * width;
  Moments mine{0.0f, 0.0f, 0.0f};
  for (std::int64_t i = threadIdx.x; i < width; i += block_threads) mine = with(mine, x[i]);
  const Moments row = block_reduce(mine, together);
  const float scale = 1.0f / sqrtf(row.deviation / row.count + eps);
  for (std::int64_t i = threadIdx.x; i < width; i += block_threads)
    out[i] = (x[i] - row.mean) * scale * gain[i] + bias[i];
}

bool supports(const LayerNorm::Problem& problem, const Backend&) {
  return all_f32(problem.out);
}

void launch(const LayerNorm& op, Backend& backend) {
  layer_norm<<<static_cast<unsigned>(op.x.shape[0]), block_threads, 0, cuda(backend).stream()>>>(
      op.out.as<float>(), op.x.as<float>(), device(op.gain).values(), device(op.bias).values(), op.x.shape[1],
      op.eps);
  check_launch("layer_norm");
}

}  // namespace

void register_layer_norm_cuda(Registry& registry) {
  registry.add<LayerNorm>({"welford", CudaBackend::baseline_name, supports, launch});
}

}  // namespace tilescribe::kernels

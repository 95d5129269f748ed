// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/activations.cuh"
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/backend/cuda/tiled_product.cuh"
#include "kernels/ops/conv1d/conv1d.h"

namespace tilescribe::kernels {
namespace {

// Three consecutive frames of a time-major input are one contiguous row, so the convolution is a matrix
// product whose rows begin `step` values apart.
__global__ void conv_gelu(float* y, const float* x, const float* weight, const float* bias,
                          std::int64_t frames, std::int64_t out, std::int64_t depth, std::int64_t step) {
  tiled_product(
      frames, out, depth, [=](std::int64_t frame, std::int64_t k) { return x[frame * step + k]; },
      [=](std::int64_t channel, std::int64_t k) { return weight[channel * depth + k]; },
      [=](std::int64_t frame, std::int64_t channel, float sum) {
        y[frame * out + channel] = gelu_of(bias != nullptr ? sum + bias[channel] : sum);
      });
}

bool supports(const ConvGelu::Problem& problem, const Backend&) {
  return problem.windows == 1 && !problem.margin && all_f32(problem.x, problem.y);
}

void launch(const ConvGelu& op, Backend& backend) {
  const DeviceWeight& weight = device(op.weight);
  const std::int64_t frames = op.problem().frames_out();
  conv_gelu<<<ProductTiles::grid(frames, weight.out()), ProductTiles::threads, 0, cuda(backend).stream()>>>(
      op.y.as<float>(), op.x.as<float>(), weight.values(), weight.bias(), frames, weight.out(), weight.in(),
      op.stride * op.x.shape[1]);
  check_launch("conv_gelu");
}

}  // namespace

void register_conv1d_cuda(Registry& registry) {
  registry.add<ConvGelu>({"tile", CudaBackend::baseline_name, supports, launch});
}

}  // namespace tilescribe::kernels

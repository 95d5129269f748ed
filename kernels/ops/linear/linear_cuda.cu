// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/backend/cuda/tiled_product.cuh"
#include "kernels/ops/linear/linear.h"

namespace tilescribe::kernels {
namespace {

__global__ void linear(float* y, const float* x, const float* weight, const float* bias, std::int64_t rows,
                       std::int64_t out, std::int64_t in) {
  tiled_product(
      rows, out, in, [=](std::int64_t row, std::int64_t k) { return x[row * in + k]; },
      [=](std::int64_t column, std::int64_t k) { return weight[column * in + k]; },
      [=](std::int64_t row, std::int64_t column, float sum) {
        y[row * out + column] = bias != nullptr ? sum + bias[column] : sum;
      });
}

bool supports(const Linear::Problem& problem, const Backend&) {
  return all_f32(problem.x, problem.y);
}

void launch(const Linear& op, Backend& backend) {
  const DeviceWeight& weight = device(op.weight);
  const std::int64_t rows = op.x.shape[0];
  linear<<<ProductTiles::grid(rows, weight.out()), ProductTiles::threads, 0, cuda(backend).stream()>>>(
      op.y.as<float>(), op.x.as<float>(), weight.values(), weight.bias(), rows, weight.out(), weight.in());
  check_launch("linear");
}

}  // namespace

void register_linear_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::baseline_name;
  registry.add<Linear>({"tile", engine, supports, launch});
  registry.add<LinearGelu>({"default", engine, always<LinearGelu::Problem>, linear_gelu_default});
  registry.add<LinearResidual>({"default", engine, always<LinearResidual::Problem>, linear_residual_default});
}

}  // namespace tilescribe::kernels

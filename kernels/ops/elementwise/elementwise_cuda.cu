// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/activations.cuh"
#include "kernels/backend/cuda/block.cuh"
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/elementwise/elementwise.h"

namespace tilescribe::kernels {
namespace {

// A thread a value.

inline __device__ std::int64_t my_value() {
  return std::int64_t{blockIdx.x} * block_threads + threadIdx.x;
}

__global__ void gelu(float* y, const float* x, std::int64_t values) {
  const std::int64_t i = my_value();
  if (i < values) y[i] = gelu_of(x[i]);
}

__global__ void gated_silu(float* y, const float* gate_up, std::int64_t values, std::int64_t width) {
  const std::int64_t i = my_value();
  if (i >= values) return;
  const float* row = gate_up + i / width * 2 * width;
  y[i] = silu_of(row[i % width]) * row[width + i % width];
}

__global__ void add(float* y, const float* x, std::int64_t values) {
  const std::int64_t i = my_value();
  if (i < values) y[i] += x[i];
}

template <class Problem>
bool supports(const Problem& problem, const Backend&) {
  return all_f32(problem.dtype);
}

void launch_gelu(const Gelu& op, Backend& backend) {
  const std::int64_t values = op.y.elements();
  gelu<<<blocks_for(values), block_threads, 0, cuda(backend).stream()>>>(op.y.as<float>(), op.x.as<float>(),
                                                                         values);
  check_launch("gelu");
}

void launch_gated_silu(const GatedSilu& op, Backend& backend) {
  const std::int64_t values = op.y.elements();
  gated_silu<<<blocks_for(values), block_threads, 0, cuda(backend).stream()>>>(
      op.y.as<float>(), op.gate_up.as<float>(), values, op.y.shape[1]);
  check_launch("gated_silu");
}

void launch_add(const Add& op, Backend& backend) {
  const std::int64_t values = op.y.elements();
  add<<<blocks_for(values), block_threads, 0, cuda(backend).stream()>>>(op.y.as<float>(), op.x.as<float>(),
                                                                        values);
  check_launch("add");
}

}  // namespace

void register_elementwise_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::baseline_name;
  registry.add<Gelu>({"value", engine, supports<Gelu::Problem>, launch_gelu});
  registry.add<GatedSilu>({"value", engine, supports<GatedSilu::Problem>, launch_gated_silu});
  registry.add<Add>({"value", engine, supports<Add::Problem>, launch_add});
}

}  // namespace tilescribe::kernels

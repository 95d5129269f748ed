// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/backend/cuda/block.cuh"
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/argmax/argmax.h"

namespace tilescribe::kernels {
namespace {

struct Candidate {
  float value;
  std::int32_t index;
};

/// The larger value; of equals the lower index.
__device__ Candidate better(Candidate a, Candidate b) {
  return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a;
}

// A block a row: the best value, then the sum of all exponentials relative to it.
__global__ void argmax(std::int32_t* ids, float* probabilities, const float* logits, std::int64_t width) {
  const float* row = logits + blockIdx.x * width;
  Candidate best{-INFINITY, static_cast<std::int32_t>(width - 1)};
  for (std::int64_t i = threadIdx.x; i < width; i += block_threads)
    best = better(best, {row[i], static_cast<std::int32_t>(i)});
  best = block_reduce(best, better);
  float sum = 0.0f;
  for (std::int64_t i = threadIdx.x; i < width; i += block_threads) sum += expf(row[i] - best.value);
  sum = block_sum(sum);
  if (threadIdx.x == 0) {
    ids[blockIdx.x] = best.index;
    probabilities[blockIdx.x] = 1.0f / sum;
  }
}

void launch(const Argmax& op, Backend& backend) {
  argmax<<<static_cast<unsigned>(op.logits.shape[0]), block_threads, 0, cuda(backend).stream()>>>(
      op.ids.as<std::int32_t>(), op.probabilities.as<float>(), op.logits.as<float>(), op.logits.shape[1]);
  check_launch("argmax");
}

}  // namespace

void register_argmax_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::baseline_name;
  registry.add<Argmax>({"row", engine, always<Argmax::Problem>, launch});
  registry.add<NormLogits>({"default", engine, always<NormLogits::Problem>, norm_logits_default});
}

}  // namespace tilescribe::kernels

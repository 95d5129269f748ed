// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/backend/cuda/block.cuh"
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/backend/cuda/tiled_product.cuh"
#include "kernels/ops/attention/attention.h"

namespace tilescribe::kernels {
namespace {

// `q` and `out` below point to the head's first column; their rows are `stride` values apart.

__global__ void attention_scores(float* scores, const float* q, const float* k, std::int64_t rows,
                                 std::int64_t keys, std::int64_t head_dim, std::int64_t stride, float scale) {
  tiled_product(
      rows, keys, head_dim, [=](std::int64_t row, std::int64_t i) { return q[row * stride + i]; },
      [=](std::int64_t key, std::int64_t i) { return k[key * head_dim + i]; },
      [=](std::int64_t row, std::int64_t key, float sum) { scores[row * keys + key] = scale * sum; });
}

__global__ void attention_output(float* out, const float* weights, const float* v, std::int64_t rows,
                                 std::int64_t keys, std::int64_t head_dim, std::int64_t stride) {
  tiled_product(
      rows, head_dim, keys, [=](std::int64_t row, std::int64_t key) { return weights[row * keys + key]; },
      [=](std::int64_t i, std::int64_t key) { return v[key * head_dim + i]; },
      [=](std::int64_t row, std::int64_t i, float sum) { out[row * stride + i] = sum; });
}

// A block a row: the largest value, the sum of the exponentials, then the row again.
__global__ void softmax(float* x, std::int64_t width, std::int64_t first_keys, bool causal) {
  const std::int64_t row = blockIdx.x;
  const std::int64_t wanted = first_keys + (causal ? row : 0);
  const std::int64_t keys = wanted < width ? wanted : width;
  x += row * width;
  float largest = -INFINITY;
  for (std::int64_t i = threadIdx.x; i < keys; i += block_threads) largest = fmaxf(largest, x[i]);
  largest = block_max(largest);
  float sum = 0.0f;
  for (std::int64_t i = threadIdx.x; i < keys; i += block_threads) sum += expf(x[i] - largest);
  sum = block_sum(sum);
  for (std::int64_t i = threadIdx.x; i < width; i += block_threads)
    x[i] = i < keys ? expf(x[i] - largest) / sum : 0.0f;
}

template <class Problem>
bool supports(const Problem& problem, const Backend&) {
  return all_f32(problem.activation);
}

void launch_scores(const AttentionScores& op, Backend& backend) {
  const auto p = op.problem();
  attention_scores<<<ProductTiles::grid(p.rows, p.keys), ProductTiles::threads, 0, cuda(backend).stream()>>>(
      op.scores.as<float>(), op.q.as<float>() + op.head * p.head_dim, op.k.as<float>(), p.rows, p.keys,
      p.head_dim, op.q.shape[1], op.scale);
  check_launch("attention_scores");
}

void launch_softmax(const Softmax& op, Backend& backend) {
  const std::int64_t width = op.x.shape[1];
  softmax<<<static_cast<unsigned>(op.x.shape[0]), block_threads, 0, cuda(backend).stream()>>>(
      op.x.as<float>(), width, op.first_keys > 0 ? op.first_keys : width, op.causal);
  check_launch("softmax");
}

void launch_output(const AttentionOutput& op, Backend& backend) {
  const auto p = op.problem();
  attention_output<<<ProductTiles::grid(p.rows, p.head_dim), ProductTiles::threads, 0,
                     cuda(backend).stream()>>>(op.out.as<float>() + op.head * p.head_dim,
                                               op.weights.as<float>(), op.v.as<float>(), p.rows, p.keys,
                                               p.head_dim, op.out.shape[1]);
  check_launch("attention_output");
}

// The plain composition takes its sequences from the host.
bool sequences_given(const Attend::Problem& problem, const Backend&) {
  return !problem.step;
}

}  // namespace

void register_attention_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::baseline_name;
  registry.add<Attend>({"default", engine, sequences_given, attend_default});
  registry.add<AttentionScores>({"tile", engine, supports<AttentionScores::Problem>, launch_scores});
  registry.add<Softmax>({"row", engine, always<Softmax::Problem>, launch_softmax});
  registry.add<AttentionOutput>({"tile", engine, supports<AttentionOutput::Problem>, launch_output});
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/block.cuh"
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/rope/rope.h"

namespace tilescribe::kernels {
namespace {

/// Sizes and addresses of one op; caches [slots, kv_heads, capacity, head_dim].
struct Places {
  float *q, *k, *v;
  const float* qkv;
  std::int64_t heads, kv_heads, capacity, head_dim;
};

/// Value i of a head turned to `position`. In double: a float32 angle is off by 1e-4 at position 1500.
__device__ float rotated(const float* head, std::int64_t i, RopeParameters rope, std::int64_t position) {
  if (i >= rope.rotary_dim) return head[i];
  const std::int64_t half = rope.rotary_dim / 2, j = i % half;
  const double exponent = -2.0 * static_cast<double>(j) / static_cast<double>(rope.rotary_dim);
  double sine = 0.0, cosine = 0.0;
  sincos(static_cast<double>(position) * pow(static_cast<double>(rope.theta), exponent), &sine, &cosine);
  const double low = head[j], high = head[j + half];
  return static_cast<float>(i < half ? low * cosine - high * sine : high * cosine + low * sine);
}

// A block a row and head: queries, then keys, then values.
__global__ void rope_append(Places to, Sequence sequence, RopeParameters rope) {
  const std::int64_t row = sequence.first_row + std::int64_t{blockIdx.x};
  const std::int64_t position = sequence.position + std::int64_t{blockIdx.x};
  const std::int64_t head = blockIdx.y, all_heads = to.heads + 2 * to.kv_heads;
  const float* from = to.qkv + (row * all_heads + head) * to.head_dim;
  const auto cached = [&](float* cache, std::int64_t kv_head) {
    return cache + ((sequence.slot * to.kv_heads + kv_head) * to.capacity + position) * to.head_dim;
  };
  const bool value_head = head >= to.heads + to.kv_heads;
  float* out = value_head         ? cached(to.v, head - to.heads - to.kv_heads)
               : head >= to.heads ? cached(to.k, head - to.heads)
                                  : to.q + (row * to.heads + head) * to.head_dim;
  for (std::int64_t i = threadIdx.x; i < to.head_dim; i += block_threads)
    out[i] = value_head ? from[i] : rotated(from, i, rope, position);
}

bool supports(const RopeAppend::Problem& problem, const Backend&) {
  return all_f32(problem.activation) && !problem.step;
}

// A launch a sequence.
void launch(const RopeAppend& op, Backend& backend) {
  const Places places{op.q.as<float>(), op.kv.k.as<float>(), op.kv.v.as<float>(), op.qkv.as<float>(),
                      op.heads,         op.kv.kv_heads(),    op.kv.capacity(),    op.kv.head_dim()};
  const auto heads = static_cast<unsigned>(op.heads + 2 * op.kv.kv_heads());
  for (const Sequence& sequence : op.sequences) {
    rope_append<<<dim3(static_cast<unsigned>(sequence.rows), heads), block_threads, 0,
                  cuda(backend).stream()>>>(places, sequence, op.rope);
    check_launch("rope_append");
  }
}

}  // namespace

void register_rope_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::baseline_name;
  registry.add<RopeAppend>({"row", engine, supports, launch});
  registry.add<NormQkvRopeAppend>(
      {"default", engine, always<NormQkvRopeAppend::Problem>, norm_qkv_rope_append_default});
}

}  // namespace tilescribe::kernels

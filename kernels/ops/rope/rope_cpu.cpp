// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/rope/rope.h"

namespace tilescribe::kernels {
namespace {

void rope_append(const RopeAppend& op, Runner& runner) {
  const std::int64_t head_dim = op.kv.head_dim(), kv_heads = op.kv.kv_heads();
  const std::int64_t half = op.rope.rotary_dim / 2;
  std::vector<float> frequencies(static_cast<std::size_t>(half));
  for (std::int64_t j = 0; j < half; ++j) {
    frequencies[static_cast<std::size_t>(j)] = static_cast<float>(std::pow(
        static_cast<double>(op.rope.theta), -2.0 * static_cast<double>(j) / static_cast<double>(2 * half)));
  }
  for (const Sequence& s : host_sequences(op.rows)) {
    for_rows(runner, s.rows, (op.heads + 2 * kv_heads) * head_dim, [&](std::int64_t r) {
      const std::int64_t position = s.position + r;
      thread_local std::vector<float> turn;
      turn.resize(static_cast<std::size_t>(2 * half));
      float *cosine = turn.data(), *sine = turn.data() + half;
      for (std::int64_t j = 0; j < half; ++j) {
        const float angle = static_cast<float>(position) * frequencies[static_cast<std::size_t>(j)];
        cosine[j] = std::cos(angle);
        sine[j] = std::sin(angle);
      }
      const auto* from = static_cast<const float*>(row_of(op.qkv, s.first_row + r));
      for (std::int64_t h = 0; h < op.heads; ++h, from += head_dim) {
        simd::rope(from, cosine, sine, half, head_dim, op.q.dtype,
                   row_of(op.q, s.first_row + r, h * head_dim));
      }
      for (std::int64_t h = 0; h < kv_heads; ++h, from += head_dim) {
        simd::rope(from, cosine, sine, half, head_dim, op.kv.k.dtype, cached(op.kv.k, s.slot, h, position));
      }
      for (std::int64_t h = 0; h < kv_heads; ++h, from += head_dim) {
        simd::narrow(from, head_dim, op.kv.v.dtype, cached(op.kv.v, s.slot, h, position));
      }
    });
  }
}

}  // namespace

void register_rope_cpu(Registry& registry) {
  registry.add<RopeAppend>({"highway", "cpu", by_highway(), always<RopeAppend::Problem>, rope_append});
}

}  // namespace tilescribe::kernels

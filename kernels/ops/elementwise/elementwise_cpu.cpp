// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/elementwise/elementwise.h"

namespace tilescribe::kernels {
namespace {

void gelu_tanh(const Gelu& op, Runner& runner) {
  const std::int64_t width = op.x.shape[1];
  for_rows(runner, op.x.shape[0], width, [&](std::int64_t row) {
    const auto* x = static_cast<const float*>(row_of(op.x, row));
    thread_local std::vector<float> y;
    y.resize(static_cast<std::size_t>(width));
    std::transform(x, x + width, y.begin(), [](float v) {
      return 0.5f * v * (1.0f + std::tanh(0.79788456080286536f * (v + 0.044715f * v * v * v)));
    });
    simd::narrow(y.data(), width, op.y.dtype, row_of(op.y, row));
  });
}

void gelu(const Gelu& op, Runner& runner) {
  if (op.tanh) return gelu_tanh(op, runner);
  const std::int64_t width = op.x.shape[1];
  for_rows(runner, op.x.shape[0], width, [&](std::int64_t row) {
    simd::add_bias_gelu(static_cast<const float*>(row_of(op.x, row)), nullptr, width, op.y.dtype,
                        row_of(op.y, row));
  });
}

void gated_silu(const GatedSilu& op, Runner& runner) {
  const std::int64_t width = op.y.shape[1];
  for_rows(runner, op.y.shape[0], width, [&](std::int64_t row) {
    const auto* gate = static_cast<const float*>(row_of(op.gate_up, row));
    simd::gated_silu(gate, gate + width, width, op.y.dtype, row_of(op.y, row));
  });
}

void add(const Add& op, Runner& runner) {
  const std::int64_t width = op.x.shape[1];
  for_rows(runner, op.x.shape[0], width, [&](std::int64_t row) {
    simd::add_bias_residual(static_cast<const float*>(row_of(op.x, row)), nullptr, width,
                            static_cast<float*>(row_of(op.y, row)));
  });
}

}  // namespace

void register_elementwise_cpu(Registry& registry) {
  registry.add<Gelu>({"highway", "cpu", by_highway(), always<Gelu::Problem>, gelu});
  registry.add<GatedSilu>({"highway", "cpu", by_highway(), always<GatedSilu::Problem>, gated_silu});
  registry.add<Add>({"highway", "cpu", by_highway(), always<Add::Problem>, add});
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::kernels {
namespace {

void layer_norm(const LayerNorm& op, Runner& runner) {
  const std::int64_t width = op.x.shape[1];
  for_rows(runner, op.x.shape[0], width, [&](std::int64_t row) {
    simd::layer_norm(static_cast<const float*>(row_of(op.x, row)), vector_of(op.gain), vector_of(op.bias),
                     op.eps, width, op.out.dtype, row_of(op.out, row));
  });
}

void rms_norm(const RmsNorm& op, Runner& runner) {
  const std::int64_t width = op.x.shape[1];
  for_rows(runner, op.x.shape[0], width, [&](std::int64_t row) {
    simd::rms_norm(static_cast<const float*>(row_of(op.x, row)), vector_of(op.gain), op.eps, width,
                   op.out.dtype, row_of(op.out, row));
  });
}

}  // namespace

void register_norm_cpu(Registry& registry) {
  registry.add<LayerNorm>({"highway", "cpu", by_highway(), always<LayerNorm::Problem>, layer_norm});
  registry.add<RmsNorm>({"highway", "cpu", by_highway(), always<RmsNorm::Problem>, rms_norm});
}

}  // namespace tilescribe::kernels

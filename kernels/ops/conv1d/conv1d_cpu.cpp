// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/conv1d/conv1d.h"

namespace tilescribe::kernels {
namespace {

// Three consecutive frames of a time-major input are one contiguous row. So the convolution is a matrix
// product whose rows begin `stride` frames apart, and nothing is copied.
template <const char* library>
void conv_gelu(const ConvGelu& op, Runner& runner) {
  const PackedMatrix& matrix = packed(op.weight);
  const std::int64_t frames = op.problem().frames_out(), x_rows = op.x.shape[0] / op.windows;
  for (std::int64_t window = 0; window < op.windows; ++window) {
    const std::int64_t first = window * op.y_rows() + op.y_first();
    cpu(runner).multiply(library, row_of(op.x, window * x_rows), op.x.dtype, frames,
                         op.stride * op.x.shape[1], matrix, [&](const ProductTile& tile, int) {
                           const float* bias =
                               matrix.bias() != nullptr ? matrix.bias() + tile.column : nullptr;
                           for (std::int64_t r = 0; r < tile.rows; ++r) {
                             simd::add_bias_gelu(tile.values + r * tile.columns, bias, tile.columns,
                                                 op.y.dtype, row_of(op.y, first + tile.row + r, tile.column));
                           }
                         });
  }
}

}  // namespace

void register_conv1d_cpu(Registry& registry) {
  registry.add<ConvGelu>({"amx", "cpu", by_amx(), takes<amx>, conv_gelu<amx>});
  registry.add<ConvGelu>({"onednn", "cpu", by_onednn(), takes<onednn>, conv_gelu<onednn>});
  registry.add<ConvGelu>({"highway", "cpu", by_highway(), takes<highway>, conv_gelu<highway>});
}

}  // namespace tilescribe::kernels

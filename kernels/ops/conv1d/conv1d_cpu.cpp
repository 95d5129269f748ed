// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/conv1d/conv1d.h"

namespace tilescribe::kernels {
namespace {

bool onednn_takes(const ConvGelu::Problem& problem, const Device& device) {
  return cpu(device).has_product("onednn", problem.x);
}
bool highway_takes(const ConvGelu::Problem& problem, const Device& device) {
  return cpu(device).has_product("highway", problem.x);
}

// Three consecutive frames of a time-major input are one contiguous row. So the convolution is a matrix
// product whose rows begin `stride` frames apart, and nothing is copied.
void conv_gelu(const ConvGelu& op, Runner& runner, std::string_view library) {
  const PackedMatrix& matrix = packed(op.weight);
  const std::int64_t frames = op.problem().frames_out(), x_rows = op.x.shape[0] / op.windows;
  for (std::int64_t window = 0; window < op.windows; ++window) {
    const std::int64_t first = window * op.y_rows() + op.y_first();
    cpu(runner).multiply(
        library, row_of(op.x, window * x_rows), op.x.dtype, frames, op.stride * op.x.shape[1], matrix,
        [&](const ProductTile& tile, int) {
          const float* bias = matrix.bias() != nullptr ? matrix.bias() + tile.column : nullptr;
          for (std::int64_t r = 0; r < tile.rows; ++r) {
            auto* y = static_cast<std::byte*>(row_of(op.y, first + tile.row + r)) +
                      static_cast<std::size_t>(tile.column) * size_of(op.y.dtype);
            simd::add_bias_gelu(tile.values + r * tile.columns, bias, tile.columns, op.y.dtype, y);
          }
        });
  }
}

}  // namespace

void register_conv1d_cpu(Registry& registry) {
  registry.add<ConvGelu>(
      {"onednn", "cpu", onednn_takes, [](const ConvGelu& op, Runner& r) { conv_gelu(op, r, "onednn"); }});
  registry.add<ConvGelu>(
      {"highway", "cpu", highway_takes, [](const ConvGelu& op, Runner& r) { conv_gelu(op, r, "highway"); }});
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/int8_product.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/linear/linear.h"

namespace tilescribe::kernels {
namespace {

// The product. Each row of a tile ends with finish(row values, bias of these columns, columns, row, column).
template <const char* library, class Finish>
void multiply(const ConstTensorView& x, const Weight* weight, Runner& runner, Finish finish) {
  const auto finish_tile = [&finish](const ProductTile& tile, const float* biases) {
    const float* bias = biases != nullptr ? biases + tile.column : nullptr;
    for (std::int64_t r = 0; r < tile.rows; ++r) {
      finish(tile.values + r * tile.columns, bias, tile.columns, tile.row + r, tile.column);
    }
  };
  if constexpr (std::string_view(library) == int8) {
    const auto& matrix = *static_cast<const Int8Matrix*>(weight);
    multiply_int8(cpu(runner), x, matrix, [&](const ProductTile& tile) { finish_tile(tile, matrix.bias()); });
  } else {
    const PackedMatrix& matrix = packed(weight);
    cpu(runner).multiply(library, x.data, x.dtype, x.shape[0], x.shape[1], matrix,
                         [&](const ProductTile& tile, int) { finish_tile(tile, matrix.bias()); });
  }
}

template <const char* library, auto finish, class T>
void linear(const T& op, Runner& runner) {
  multiply<library>(
      op.x, op.weight, runner,
      [&](const float* values, const float* bias, std::int64_t n, std::int64_t row, std::int64_t column) {
        finish(values, bias, n, op.y.dtype, row_of(op.y, row, column));
      });
}

template <const char* library>
void linear_residual(const LinearResidual& op, Runner& runner) {
  multiply<library>(
      op.x, op.weight, runner,
      [&](const float* values, const float* bias, std::int64_t n, std::int64_t row, std::int64_t column) {
        simd::add_bias_residual(values, bias, n, static_cast<float*>(row_of(op.residual, row, column)));
      });
}

}  // namespace

void register_linear_cpu(Registry& registry) {
  registry.add<Linear>({"amx", "cpu", by_amx(), takes<amx>, linear<amx, simd::add_bias>});
  registry.add<Linear>({"onednn", "cpu", by_onednn(), takes<onednn>, linear<onednn, simd::add_bias>});
  registry.add<Linear>({"highway", "cpu", by_highway(), takes<highway>, linear<highway, simd::add_bias>});
  registry.add<Linear>({"int8", "cpu", by_int8(), takes<int8>, linear<int8, simd::add_bias>});
  registry.add<LinearGelu>({"amx_fused", "cpu", by_amx(), takes<amx>, linear<amx, simd::add_bias_gelu>});
  registry.add<LinearGelu>(
      {"onednn_fused", "cpu", by_onednn(), takes<onednn>, linear<onednn, simd::add_bias_gelu>});
  registry.add<LinearGelu>(
      {"highway_fused", "cpu", by_highway(), takes<highway>, linear<highway, simd::add_bias_gelu>});
  registry.add<LinearGelu>({"int8_fused", "cpu", by_int8(), takes<int8>, linear<int8, simd::add_bias_gelu>});
  registry.add<LinearResidual>({"amx_fused", "cpu", by_amx(), takes<amx>, linear_residual<amx>});
  registry.add<LinearResidual>({"onednn_fused", "cpu", by_onednn(), takes<onednn>, linear_residual<onednn>});
  registry.add<LinearResidual>(
      {"highway_fused", "cpu", by_highway(), takes<highway>, linear_residual<highway>});
  registry.add<LinearResidual>({"int8_fused", "cpu", by_int8(), takes<int8>, linear_residual<int8>});
}

}  // namespace tilescribe::kernels

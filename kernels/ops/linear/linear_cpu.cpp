// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/linear/linear.h"

namespace tilescribe::kernels {
namespace {

struct Onednn {
  static constexpr const char* name = "onednn";
};
struct Highway {
  static constexpr const char* name = "highway";
};

template <class T, class Library>
bool takes(const typename T::Problem& problem, const Device& device) {
  return cpu(device).has_product(Library::name, problem.x);
}

// The product. Each row of a tile ends with finish(row values, bias of these columns, columns, row, column).
template <class Library, class Finish>
void multiply(const ConstTensorView& x, const Weight* weight, Runner& runner, Finish finish) {
  const PackedMatrix& matrix = packed(weight);
  cpu(runner).multiply(
      Library::name, x.data, x.dtype, x.shape[0], x.shape[1], matrix, [&](const ProductTile& tile, int) {
        const float* bias = matrix.bias() != nullptr ? matrix.bias() + tile.column : nullptr;
        for (std::int64_t r = 0; r < tile.rows; ++r) {
          finish(tile.values + r * tile.columns, bias, tile.columns, tile.row + r, tile.column);
        }
      });
}

void* place(const TensorView& t, std::int64_t row, std::int64_t column) {
  return static_cast<std::byte*>(row_of(t, row)) + static_cast<std::size_t>(column) * size_of(t.dtype);
}

template <class Library>
void linear(const Linear& op, Runner& runner) {
  multiply<Library>(
      op.x, op.weight, runner,
      [&](const float* values, const float* bias, std::int64_t n, std::int64_t row, std::int64_t column) {
        simd::add_bias(values, bias, n, op.y.dtype, place(op.y, row, column));
      });
}

template <class Library>
void linear_gelu(const LinearGelu& op, Runner& runner) {
  multiply<Library>(
      op.x, op.weight, runner,
      [&](const float* values, const float* bias, std::int64_t n, std::int64_t row, std::int64_t column) {
        simd::add_bias_gelu(values, bias, n, op.y.dtype, place(op.y, row, column));
      });
}

template <class Library>
void linear_residual(const LinearResidual& op, Runner& runner) {
  multiply<Library>(
      op.x, op.weight, runner,
      [&](const float* values, const float* bias, std::int64_t n, std::int64_t row, std::int64_t column) {
        simd::add_bias_residual(values, bias, n, static_cast<float*>(place(op.residual, row, column)));
      });
}

}  // namespace

void register_linear_cpu(Registry& registry) {
  registry.add<Linear>({"onednn", "cpu", takes<Linear, Onednn>, linear<Onednn>});
  registry.add<Linear>({"highway", "cpu", takes<Linear, Highway>, linear<Highway>});
  registry.add<LinearGelu>({"onednn_fused", "cpu", takes<LinearGelu, Onednn>, linear_gelu<Onednn>});
  registry.add<LinearGelu>({"highway_fused", "cpu", takes<LinearGelu, Highway>, linear_gelu<Highway>});
  registry.add<LinearGelu>({"default", "cpu", always<LinearGelu::Problem>, linear_gelu_default});
  registry.add<LinearResidual>(
      {"onednn_fused", "cpu", takes<LinearResidual, Onednn>, linear_residual<Onednn>});
  registry.add<LinearResidual>(
      {"highway_fused", "cpu", takes<LinearResidual, Highway>, linear_residual<Highway>});
  registry.add<LinearResidual>({"default", "cpu", always<LinearResidual::Problem>, linear_residual_default});
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/ops/norm.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used across the library's border

/// LayerNorm over the last dimension (Ba et al. 2016): out = (x − mean) / √(variance + eps) · gain + bias,
/// the variance divided by the width.
struct LayerNorm {
  static constexpr std::string_view op_name = "layer_norm";
  struct Problem {
    std::int64_t rows = 0, width = 0;
    DType out = DType::f32;
  };

  TensorView out;     // [rows, width], f32 or the activation type
  ConstTensorView x;  // [rows, width], f32
  const Weight* gain = nullptr;
  const Weight* bias = nullptr;
  float eps = 1e-5f;

  Problem problem() const { return {x.shape[0], x.shape[1], out.dtype}; }
};

Cost cost(const LayerNorm::Problem& problem);
std::string describe(const LayerNorm::Problem& problem);
void reference(const LayerNorm& op);
std::vector<LayerNorm::Problem> check_problems(Op<LayerNorm>);
LayerNorm build_case(const LayerNorm::Problem& problem, CaseBuilder& builder);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

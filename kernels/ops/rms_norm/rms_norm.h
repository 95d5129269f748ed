// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/ops/norm.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used across the library's border

/// RMSNorm over the last dimension (Zhang and Sennrich 2019): out = x / √(mean(x²) + eps) · gain.
struct RmsNorm {
  static constexpr std::string_view op_name = "rms_norm";
  struct Problem {
    std::int64_t rows = 0, width = 0;
    DType out = DType::f32;
  };

  TensorView out;     // [rows, width], f32 or the activation type
  ConstTensorView x;  // [rows, width], f32
  const Weight* gain = nullptr;
  float eps = 1e-5f;

  Problem problem() const { return {x.shape[0], x.shape[1], out.dtype}; }
};

Cost cost(const RmsNorm::Problem& problem);
std::string describe(const RmsNorm::Problem& problem);
void reference(const RmsNorm& op);
std::vector<RmsNorm::Problem> check_problems(Op<RmsNorm>);
RmsNorm build_case(const RmsNorm::Problem& problem, CaseBuilder& builder);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

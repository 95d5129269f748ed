// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/backend/backend.h"
#include "kernels/core/sequence.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

struct MlpProblem {
  std::int64_t rows = 0, width = 0, hidden = 0;
  DType activation = DType::f32;
  RowsOf rows_of = RowsOf::sequences;
  StoredWeights weights = {};
  bool operator==(const MlpProblem&) const = default;
};
std::string describe(const MlpProblem& problem);

/// x += fc2(GELU(fc1(LayerNorm(x)))). Default: layer_norm, linear_gelu, linear_residual.
struct NormMlp {
  static constexpr std::string_view op_name = "norm_mlp";
  struct Problem : MlpProblem {};

  TensorView x;                 // [rows, width], f32, read and written
  Norm norm;                    // layer
  const Weight* fc1 = nullptr;  // matrix [hidden, width]
  const Weight* fc2 = nullptr;  // matrix [width, hidden]
  DType activation = DType::f32;
  Rows rows = {};

  Problem problem() const {
    return {{x.shape[0], x.shape[1], fc1->out(), activation, rows.of(), stored({fc1, fc2})}};
  }
};
Cost cost(const NormMlp::Problem& problem);
void norm_mlp_default(const NormMlp& op, Runner& runner);

/// x += down(silu(gate(y))·up(y)), y = RMSNorm(x). Default: rms_norm, linear, gated_silu, linear_residual.
struct NormGatedMlp {
  static constexpr std::string_view op_name = "norm_gated_mlp";
  struct Problem : MlpProblem {};

  TensorView x;                     // [rows, width], f32, read and written
  Norm norm;                        // rms
  const Weight* gate_up = nullptr;  // gate_up [2·hidden, width]
  const Weight* down = nullptr;     // matrix [width, hidden]
  DType activation = DType::f32;
  Rows rows = {};

  Problem problem() const {
    return {{x.shape[0], x.shape[1], down->in(), activation, rows.of(), stored({gate_up, down})}};
  }
};
Cost cost(const NormGatedMlp::Problem& problem);
void norm_gated_mlp_default(const NormGatedMlp& op, Runner& runner);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

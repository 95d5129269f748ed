// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/backend/backend.h"
#include "kernels/core/sequence.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

/// The sizes of a matrix product.
struct LinearProblem {
  std::int64_t rows = 0, out = 0, in = 0;
  DType x = DType::f32;  // activations
  DType y = DType::f32;  // result
  RowsOf rows_of = RowsOf::sequences;
  StoredWeights weights = {};
  bool operator==(const LinearProblem&) const = default;
};
Cost cost(const LinearProblem& problem);
std::string describe(const LinearProblem& problem);

/// y = x·Wᵀ + b.
struct Linear {
  static constexpr std::string_view op_name = "linear";
  struct Problem : LinearProblem {};

  TensorView y;                    // [rows, out], f32 or the activation type
  ConstTensorView x;               // [rows, in], f32 or the activation type
  const Weight* weight = nullptr;  // matrix or gate_up
  Rows rows = {};  // a decode step's: one variant takes any number, so none depends on the others

  Problem problem() const {
    return {{x.shape[0], weight->out(), weight->in(), x.dtype, y.dtype, rows.of(), stored({weight})}};
  }
};

/// y = GELU(x·Wᵀ + b) with exact GELU (erf). Default: linear, gelu.
struct LinearGelu {
  static constexpr std::string_view op_name = "linear_gelu";
  struct Problem : LinearProblem {};

  TensorView y;       // [rows, out], f32 or the activation type
  ConstTensorView x;  // [rows, in], f32 or the activation type
  const Weight* weight = nullptr;
  Rows rows = {};  // as in Linear

  Problem problem() const {
    return {{x.shape[0], weight->out(), weight->in(), x.dtype, y.dtype, rows.of(), stored({weight})}};
  }
};
void linear_gelu_default(const LinearGelu& op, Runner& runner);

/// residual += x·Wᵀ + b. Default: linear into scratch memory, add.
struct LinearResidual {
  static constexpr std::string_view op_name = "linear_residual";
  struct Problem : LinearProblem {};

  TensorView residual;  // [rows, out], f32, read and written
  ConstTensorView x;    // [rows, in], activation type
  const Weight* weight = nullptr;
  Rows rows = {};  // as in Linear

  Problem problem() const {
    return {{x.shape[0], weight->out(), weight->in(), x.dtype, DType::f32, rows.of(), stored({weight})}};
  }
};
void linear_residual_default(const LinearResidual& op, Runner& runner);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

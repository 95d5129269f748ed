// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "kernels/backend/backend.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

/// Logits of selected rows: out[i] = W·norm(x[rows[i]]). Default: layer_norm or rms_norm, linear.
struct NormLogits {
  static constexpr std::string_view op_name = "norm_logits";
  struct Problem {
    std::int64_t rows = 0, width = 0, vocabulary = 0;
    DType activation = DType::f32;
    StoredWeights weights = {};
    NormKind norm = NormKind::rms;
    bool operator==(const Problem&) const = default;
  };

  TensorView logits;                   // [rows, vocabulary], f32
  ConstTensorView x;                   // [any, width], f32
  std::span<const std::int32_t> rows;  // rows of x; empty: all, in order
  Norm norm;
  const Weight* head = nullptr;  // matrix [vocabulary, width]
  DType activation = DType::f32;

  Problem problem() const {
    return {logits.shape[0], x.shape[1], logits.shape[1], activation, stored({head}), norm.kind};
  }
};
Cost cost(const NormLogits::Problem& problem);
std::string describe(const NormLogits::Problem& problem);
void norm_logits_default(const NormLogits& op, Runner& runner);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

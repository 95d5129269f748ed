// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/ops/norm.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used across the library's border

/// Logits of chosen rows: out[i] = W·RMSNorm(x[rows[i]]). Default: rms_norm, linear.
struct NormLogits {
  static constexpr std::string_view op_name = "norm_logits";
  struct Problem {
    std::int64_t rows = 0, width = 0, vocabulary = 0;
    DType activation = DType::f32;
  };

  TensorView logits;                   // [rows, vocabulary], f32
  ConstTensorView x;                   // [any, width], f32
  std::span<const std::int32_t> rows;  // which rows of x
  Norm norm;                           // rms
  const Weight* head = nullptr;        // matrix [vocabulary, width]
  DType activation = DType::f32;

  Problem problem() const { return {logits.shape[0], x.shape[1], logits.shape[1], activation}; }
};
Cost cost(const NormLogits::Problem& problem);
std::string describe(const NormLogits::Problem& problem);
void reference(const NormLogits& op);
std::vector<NormLogits::Problem> check_problems(Op<NormLogits>);
NormLogits build_case(const NormLogits::Problem& problem, CaseBuilder& builder);
void norm_logits_default(const NormLogits& op, Backend& backend);

/// The best token of each row (ties take the lowest index) and its softmax probability.
struct Argmax {
  static constexpr std::string_view op_name = "argmax";
  struct Problem {
    std::int64_t rows = 0, width = 0;
  };

  TensorView ids;            // [rows], i32
  TensorView probabilities;  // [rows], f32
  ConstTensorView logits;    // [rows, width], f32

  Problem problem() const { return {logits.shape[0], logits.shape[1]}; }
};
Cost cost(const Argmax::Problem& problem);
std::string describe(const Argmax::Problem& problem);
void reference(const Argmax& op);
std::vector<Argmax::Problem> check_problems(Op<Argmax>);
Argmax build_case(const Argmax::Problem& problem, CaseBuilder& builder);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

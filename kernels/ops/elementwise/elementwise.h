// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

struct ElementwiseProblem {
  std::int64_t rows = 0, width = 0;
  DType dtype = DType::f32;
  bool operator==(const ElementwiseProblem&) const = default;
};
std::string describe(const ElementwiseProblem& problem);

/// y = ½x(1 + erf(x/√2)) (Hendrycks and Gimpel 2016, exact form), or their approximation ½x(1 + tanh(√(2/π)(x
/// + 0.044715x³))), as in GPT-2. May run in place.
struct Gelu {
  static constexpr std::string_view op_name = "gelu";
  struct Problem : ElementwiseProblem {
    bool tanh = false;
    bool operator==(const Problem&) const = default;
  };

  TensorView y;       // [rows, width], f32 or the activation type
  ConstTensorView x;  // [rows, width], f32
  bool tanh = false;  // the approximation

  Problem problem() const { return {{x.shape[0], x.shape[1], y.dtype}, tanh}; }
};
Cost cost(const Gelu::Problem& problem);
std::string describe(const Gelu::Problem& problem);

/// y = silu(gate)·up with silu(g) = g/(1 + e^−g) (SwiGLU, Shazeer 2020).
struct GatedSilu {
  static constexpr std::string_view op_name = "gated_silu";
  struct Problem : ElementwiseProblem {};

  TensorView y;             // [rows, width], activation type
  ConstTensorView gate_up;  // [rows, 2·width], f32: gate, then up

  Problem problem() const { return {{y.shape[0], y.shape[1], y.dtype}}; }
};
Cost cost(const GatedSilu::Problem& problem);

/// y += x.
struct Add {
  static constexpr std::string_view op_name = "add";
  struct Problem : ElementwiseProblem {};

  TensorView y;       // [rows, width], f32, read and written
  ConstTensorView x;  // [rows, width], f32

  Problem problem() const { return {{x.shape[0], x.shape[1], y.dtype}}; }
};
Cost cost(const Add::Problem& problem);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

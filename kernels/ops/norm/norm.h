// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

enum class NormKind : std::uint8_t { layer, rms };

/// A norm's weights. RMS norms have no bias.
struct Norm {
  NormKind kind = NormKind::layer;
  const Weight* gain = nullptr;  // vector [width]
  const Weight* bias = nullptr;  // vector [width], layer norms only
  float eps = 1e-5f;
};

/// Sizes of a norm.
struct NormProblem {
  std::int64_t rows = 0, width = 0;
  DType out = DType::f32;
  bool operator==(const NormProblem&) const = default;
};
std::string describe(const NormProblem& problem);

/// LayerNorm over the last dimension (Ba et al. 2016): out = (x − mean) / √(variance + eps) · gain + bias.
/// The variance is the sum of squares divided by the width.
struct LayerNorm {
  static constexpr std::string_view op_name = "layer_norm";
  struct Problem : NormProblem {};

  TensorView out;     // [rows, width], f32 or the activation type
  ConstTensorView x;  // [rows, width], f32
  const Weight* gain = nullptr;
  const Weight* bias = nullptr;
  float eps = 1e-5f;

  Problem problem() const { return {{x.shape[0], x.shape[1], out.dtype}}; }
};
Cost cost(const LayerNorm::Problem& problem);

/// RMSNorm over the last dimension (Zhang and Sennrich 2019): out = x / √(mean(x²) + eps) · gain.
struct RmsNorm {
  static constexpr std::string_view op_name = "rms_norm";
  struct Problem : NormProblem {};

  TensorView out;     // [rows, width], f32 or the activation type
  ConstTensorView x;  // [rows, width], f32
  const Weight* gain = nullptr;
  float eps = 1e-5f;

  Problem problem() const { return {{x.shape[0], x.shape[1], out.dtype}}; }
};
Cost cost(const RmsNorm::Problem& problem);

/// Runs the op that `norm` names.
void run_norm(const Norm& norm, const TensorView& out, const ConstTensorView& x, Runner& runner);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

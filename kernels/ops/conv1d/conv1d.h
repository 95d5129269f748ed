// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

/// GELU of a 1-D convolution over time with three taps: y[t] = GELU(b + Σ_{j,c} W[o,c,j]·x[stride·t + j − 1,
/// c]), zeros outside. The layout is time-major, so a row of the implied matrix is contiguous. The caller
/// stores a zero row before and after x. (Whisper's stem, Radford et al. 2022; also GLM-ASR's.)
struct ConvGelu {
  static constexpr std::string_view op_name = "conv_gelu";
  static constexpr std::int64_t taps = 3;
  struct Problem {
    std::int64_t frames = 0, in = 0, out = 0, stride = 1;  // frames: of one window of x, without margins
    DType x = DType::f32, y = DType::f32;
    std::int64_t windows = 1;
    bool margin = false;  // of y
    StoredWeights weights = {};
    std::int64_t frames_out() const { return (frames - 1) / stride + 1; }
    bool operator==(const Problem&) const = default;
  };

  TensorView y;                    // [windows · frames_out, out], f32 or the activation type
  ConstTensorView x;               // [windows · (1 + frames + 1), in], activation type; margins zero
  const Weight* weight = nullptr;  // convolution, in() = 3 · input channels
  std::int64_t stride = 1;
  std::int64_t windows = 1;  // windows are contiguous, each with its own margins
  bool margin = false;       // y also has a row before and after each window, which is not written

  Problem problem() const {
    return {x.shape[0] / windows - 2, x.shape[1], weight->out(), stride, x.dtype, y.dtype, windows, margin,
            stored({weight})};
  }
  /// Rows from one window of y to the next, and the first row written in each.
  std::int64_t y_rows() const { return y.shape[0] / windows; }
  std::int64_t y_first() const { return margin ? 1 : 0; }
};

Cost cost(const ConvGelu::Problem& problem);
std::string describe(const ConvGelu::Problem& problem);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

/// The best token of each row (the lowest index of equals) and its softmax probability.
struct Argmax {
  static constexpr std::string_view op_name = "argmax";
  struct Problem {
    std::int64_t rows = 0, width = 0;
    bool operator==(const Problem&) const = default;
  };

  TensorView ids;            // [rows], i32
  TensorView probabilities;  // [rows], f32
  ConstTensorView logits;    // [rows, width], f32

  Problem problem() const { return {logits.shape[0], logits.shape[1]}; }
};
Cost cost(const Argmax::Problem& problem);
std::string describe(const Argmax::Problem& problem);

/// Where decode steps leave their tokens for the host, in memory that both see. Entry s mod depth holds step
/// s + 1. The host waits until `steps` shows the step it needs.
struct StepRing {
  TensorView ids;            // [depth, rows], i32; −1 for an idle row
  TensorView probabilities;  // [depth, rows], f32
  TensorView steps;          // [depth], i32: the step that an entry holds; written last
};

/// Ends a greedy decode step on the device. Each row's best token (the lowest index of equals) becomes its
/// next input and goes to the ring. The row advances, or becomes idle after a stop token or without budget.
struct ArgmaxStop {
  static constexpr std::string_view op_name = "argmax_stop";
  struct Problem {
    std::int64_t rows = 0, width = 0, stop_ids = 0;
    bool operator==(const Problem&) const = default;
  };

  TensorView ids;        // [rows], i32, written for rows that are not idle
  TensorView positions;  // [rows], i32, read and written; negative: idle
  TensorView budgets;    // [rows], i32, read and written: tokens that the row may still generate
  TensorView count;      // [1], i32, read and written: number of steps so far
  StepRing ring;
  ConstTensorView logits;    // [rows, width], f32
  ConstTensorView stop_ids;  // [n], i32

  Problem problem() const { return {logits.shape[0], logits.shape[1], stop_ids.elements()}; }
};
Cost cost(const ArgmaxStop::Problem& problem);
std::string describe(const ArgmaxStop::Problem& problem);

/// The part after the argmax, a few integers per row, on devices whose memory is host memory.
void finish_step(const ArgmaxStop& op, std::span<const std::int32_t> best,
                 std::span<const float> probabilities);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

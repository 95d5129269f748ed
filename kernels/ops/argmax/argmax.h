// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used across the library's border

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
std::vector<Argmax::Problem> bench_problems(Op<Argmax>, const Batching& batching);
Argmax build_case(const Argmax::Problem& problem, CaseBuilder& builder);

/// Where a decode step leaves its tokens for the host, in memory that both see: entry s mod depth holds step
/// s + 1. The host waits until `steps` names the step that it wants.
struct StepRing {
  TensorView ids;            // [depth, rows], i32; −1 for an idle row
  TensorView probabilities;  // [depth, rows], f32
  TensorView steps;          // [depth], i32: which step an entry holds, written last
};

/// Ends a greedy decode step where it ran: the best token of each row (ties take the lowest index) becomes
/// its next input and goes to the ring; the row moves on a position, or falls idle after a stop token or with
/// its budget spent.
struct ArgmaxStop {
  static constexpr std::string_view op_name = "argmax_stop";
  struct Problem {
    std::int64_t rows = 0, width = 0, stop_ids = 0;
  };

  TensorView ids;        // [rows], i32, written for rows that are not idle
  TensorView positions;  // [rows], i32, read and written; negative: idle
  TensorView budgets;    // [rows], i32, read and written: tokens that the row may still make
  TensorView count;      // [1], i32, read and written: steps done
  StepRing ring;
  ConstTensorView logits;    // [rows, width], f32
  ConstTensorView stop_ids;  // [n], i32

  Problem problem() const { return {logits.shape[0], logits.shape[1], stop_ids.elements()}; }
};
Cost cost(const ArgmaxStop::Problem& problem);
std::string describe(const ArgmaxStop::Problem& problem);
void reference(const ArgmaxStop& op);
std::vector<ArgmaxStop::Problem> check_problems(Op<ArgmaxStop>);
std::vector<ArgmaxStop::Problem> bench_problems(Op<ArgmaxStop>, const Batching& batching);
ArgmaxStop build_case(const ArgmaxStop::Problem& problem, CaseBuilder& builder);

/// The part behind the argmax, a few integers a row, where device memory is host memory.
void finish_step(const ArgmaxStop& op, std::span<const std::int32_t> best,
                 std::span<const float> probabilities);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels

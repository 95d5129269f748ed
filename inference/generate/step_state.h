// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/generate/sampler.h"
#include "kernels/backend/backend.h"
#include "kernels/core/sequence.h"
#include "kernels/ops/argmax/argmax.h"

namespace tilescribe::generate {

/// A row of a decode step, as the host sets it.
struct StepRow {
  std::int32_t id = 0;
  std::int32_t slot = 0;
  std::int32_t position = -1;  // negative: idle
  std::int32_t budget = 0;     // tokens that the row may still generate
};

/// The state on the device that changes between decode steps, and the ring in which steps leave their tokens.
/// The device runs all steps that were issued; the host reads their tokens later.
class StepState {
 public:
  StepState(kernels::Backend& backend, std::int64_t most_rows, std::span<const std::int32_t> stop_ids,
            int depth);

  /// Sets the rows of the next steps. Steps that were already issued run with the old rows.
  void set(std::span<const StepRow> rows);
  std::int64_t rows() const { return rows_; }

  /// The inputs of a step of `rows` rows: their tokens, [rows], i32, and where these go.
  kernels::ConstTensorView ids(std::int64_t rows) const { return ids_.view().rows(0, rows); }
  kernels::StepRows places(std::int64_t rows, std::int64_t most_keys, bool shared_slots = false) const;
  /// The op that ends a step on the device and counts it.
  kernels::ArgmaxStop finish(std::int64_t rows, const kernels::TensorView& logits) const;

  void count_issued() { ++issued_; }
  std::int32_t issued() const { return issued_; }
  std::int32_t taken() const { return taken_; }
  /// Ignores the steps that were issued but not taken.
  void skip_issued() { taken_ = issued_; }

  /// Waits for the next step and returns its choice for each row; id −1 for an idle row. Throws Error if the
  /// device ends without it, Cancelled on a stop request.
  std::vector<Choice> take();

 private:
  kernels::Backend& backend_;
  std::int64_t most_rows_, rows_ = 0;
  int depth_;
  kernels::Tensor ids_, slots_, positions_, budgets_, count_, stop_ids_;
  kernels::Tensor ring_ids_, ring_probabilities_, ring_steps_;
  std::int32_t issued_ = 0, taken_ = 0;
};

}  // namespace tilescribe::generate

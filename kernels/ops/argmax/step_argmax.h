// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/stream.h"

namespace tilescribe::kernels {

/// The end of a decode step, on the device: each row's best token (ties take the lowest id) and its softmax
/// probability; a record for the host; and whether the row goes on. A row ends (becomes idle: position −1)
/// with a stop token, which is recorded too, or when its budget is used up.
struct StepArgmax {
  const float* logits = nullptr;           // [rows, vocabulary]
  int rows = 0, vocabulary = 0;            // at most 64 rows; a multiple of 4
  std::int32_t* ids = nullptr;             // [rows], the next step's tokens; of idle rows untouched
  std::int32_t* positions = nullptr;       // [rows], of the row just computed; then of the next one, or −1
  std::int32_t* budget = nullptr;          // [rows], tokens that a row may still give
  const std::int32_t* stop_ids = nullptr;  // [stop_count]
  int stop_count = 0;

  // The record, in pinned host memory that the device sees: `depth` steps, step s (from 1) at (s − 1) %
  // depth.
  std::int32_t* ring_ids = nullptr;     // [depth, rows]; −1 of idle rows
  float* ring_probabilities = nullptr;  // [depth, rows]
  std::int32_t* ring_steps = nullptr;   // [depth]; becomes s once the rest of the entry can be read
  int depth = 0;
  std::int32_t* step = nullptr;  // [1], on the device: steps so far

  void* workspace = nullptr;  // step_argmax_workspace() bytes, zeroed once before the first use
};
std::size_t step_argmax_workspace(int rows, int vocabulary);

/// Throws Error for sizes that it does not take.
void launch_step_argmax(const StepArgmax& op, CudaStream& stream);

}  // namespace tilescribe::kernels

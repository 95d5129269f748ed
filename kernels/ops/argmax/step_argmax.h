// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/stream.h"

namespace tilescribe::kernels {

/// The end of a decode step on the device. Finds each row's best token (the lowest id of equals) and its
/// softmax probability, records both for the host, and decides whether the row continues. A row becomes idle
/// (position −1) after a stop token, which is recorded too, or when its budget is spent.
struct StepArgmax {
  const float* logits = nullptr;      // [rows, vocabulary]
  int rows = 0, vocabulary = 0;       // at most 64 rows; a multiple of 4
  std::int32_t* ids = nullptr;        // [rows], the next step's tokens; those of idle rows stay as they are
  std::int32_t* positions = nullptr;  // [rows], of the current row; afterwards of the next one, or −1
  std::int32_t* budget = nullptr;     // [rows], tokens that a row may still generate
  const std::int32_t* stop_ids = nullptr;  // [stop_count]
  int stop_count = 0;

  // The ring, in pinned host memory that the device sees. Step s (from 1) uses entry (s − 1) % depth.
  std::int32_t* ring_ids = nullptr;     // [depth, rows]; −1 for idle rows
  float* ring_probabilities = nullptr;  // [depth, rows]
  std::int32_t* ring_steps = nullptr;   // [depth]; set to s when the rest of the entry is readable
  int depth = 0;
  std::int32_t* step = nullptr;  // [1], on the device: number of steps so far

  void* workspace = nullptr;  // step_argmax_workspace() bytes, zeroed before the first use
};
std::size_t step_argmax_workspace(int rows, int vocabulary);

/// Throws Error for unsupported sizes.
void launch_step_argmax(const StepArgmax& op, CudaStream& stream);

}  // namespace tilescribe::kernels

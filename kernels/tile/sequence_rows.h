// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/memory.h"

namespace tilescribe::kernels::tile {

/// Rows [first_row, first_row + rows) of a batch are a sequence's positions [position, position + rows),
/// cached in `slot`. The same bytes as tilescribe::kernels::Sequence.
struct SequenceRows {
  int slot, first_row, rows, position;
};

/// The sequences of a launch: a list passed with the arguments, or the rows of a decode step, which are on
/// the device (StepRows in kernels/core/sequence.h).
struct SequenceList {
  static constexpr int most = 128;
  int count;                  // of the list, or of the step's rows
  const int* step_slots;      // [count]; null: the list is used
  const int* step_positions;  // [count]; negative: the row is idle
  SequenceRows list[most];

  /// The index-th sequence. An idle row has no rows.
  TILE_DEVICE SequenceRows at(int index) const {
    if (step_positions == nullptr) return list[index];
    const int position = read(step_positions + index);
    return {read(step_slots + index), index, position < 0 ? 0 : 1, position};
  }
};

}  // namespace tilescribe::kernels::tile

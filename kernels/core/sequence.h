// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/tensor_view.h"

namespace tilescribe::kernels {

/// Rows [first_row, first_row + rows) of a batch belong to one sequence. They are its positions [position,
/// position + rows), cached in `slot`.
struct Sequence {
  std::int32_t slot = 0;
  std::int32_t first_row = 0;
  std::int32_t rows = 1;
  std::int32_t position = 0;
};

/// The rows of a decode step, one token each. Their slots and positions are on the device, so a recorded step
/// can be replayed after they have changed. A row sees what the step's rows before it append to its slot.
struct StepRows {
  ConstTensorView slots;       // [rows], i32
  ConstTensorView positions;   // [rows], i32: of the row's token; negative: idle, none of the row is used
  std::int64_t most_keys = 0;  // no row attends to more keys than this
  bool shared_slots = false;   // rows may share a slot, at consecutive positions; else each has its own
  bool empty() const { return positions.empty(); }
};

/// Whether rows are those of sequences (prompts, an encoder's windows) or of a decode step.
enum class RowsOf : std::uint8_t { sequences, step };

/// What the rows of an op belong to: sequences that the host knows, or a decode step.
struct Rows {
  std::span<const Sequence> sequences;
  StepRows step = {};  // instead of sequences

  RowsOf of() const { return step.empty() ? RowsOf::sequences : RowsOf::step; }
};

/// The sequences that an op's rows belong to, on devices whose memory is host memory: those given, or the
/// step's rows without the idle ones. Throws Error for a position that is not below most_keys.
inline std::vector<Sequence> host_sequences(const Rows& rows) {
  if (rows.of() == RowsOf::sequences) return {rows.sequences.begin(), rows.sequences.end()};
  const StepRows& step = rows.step;
  std::vector<Sequence> list;
  for (std::int32_t row = 0; row < static_cast<std::int32_t>(step.positions.elements()); ++row) {
    const std::int32_t position = step.positions.as<std::int32_t>()[row];
    if (position >= step.most_keys) {
      throw Error("A decode step is good for positions below {1}, but row {2} stands at {3}.", step.most_keys,
                  row, position);
    }
    if (position >= 0) {
      list.push_back(
          {.slot = step.slots.as<std::int32_t>()[row], .first_row = row, .rows = 1, .position = position});
    }
  }
  return list;
}

/// The key/value cache of one layer, each [slots, kv_heads, capacity, head_dim], in the activation type or in
/// E4M3. A value in E4M3 was rounded to the activation type before, and is at most ±448.
struct KvView {
  /// One head of one slot, of k or v: [keys, head_dim].
  static ConstTensorView head_of(const TensorView& cache, std::int64_t slot, std::int64_t head,
                                 std::int64_t keys) {
    TensorView one = cache.rows(slot, 1);
    one.shape = {cache.shape[1], cache.shape[2], cache.shape[3]};
    one = one.rows(head, 1);
    one.shape = {keys, cache.shape[3]};
    return one;
  }

  TensorView k, v;
  std::int64_t kv_heads() const { return k.shape[1]; }
  std::int64_t capacity() const { return k.shape[2]; }
  std::int64_t head_dim() const { return k.shape[3]; }
  bool in_float8() const { return k.dtype == DType::f8; }
};

/// The number of (row, key) pairs that attention computes: the sum over all rows of the keys that each sees.
inline std::int64_t attended_keys(std::span<const Sequence> sequences, bool causal) {
  std::int64_t total = 0;
  for (const Sequence& s : sequences) {
    const std::int64_t rows = s.rows;
    const std::int64_t end = s.position + rows;
    total += causal ? rows * s.position + rows * (rows + 1) / 2 : rows * end;
  }
  return total;
}

}  // namespace tilescribe::kernels

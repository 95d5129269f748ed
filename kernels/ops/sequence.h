// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "kernels/core/tensor_view.h"

namespace tilescribe::kernels {

/// Rows [first_row, first_row + rows) of a batch belong to one sequence: its positions [position, position +
/// rows), cached in `slot`.
struct Sequence {
  std::int32_t slot = 0;
  std::int32_t first_row = 0;
  std::int32_t rows = 1;
  std::int32_t position = 0;
};

/// The key/value cache of one layer: each [slots, kv_heads, capacity, head_dim], in the backend's activation
/// type.
struct KvView {
  TensorView k, v;
  std::int64_t kv_heads() const { return k.shape[1]; }
  std::int64_t capacity() const { return k.shape[2]; }
  std::int64_t head_dim() const { return k.shape[3]; }
};

/// Keys that all sequences see together, summed over their rows: Σ over rows of the row's keys.
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

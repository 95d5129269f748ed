// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernels/core/error.h"
#include "kernels/device/launch.h"
#include "kernels/ops/attention/flash.h"

namespace tilescribe::kernels {

// How the flash kernels divide a batch into blocks. The query heads that share a key/value head are packed
// into one tall matrix: packed row p of a sequence is its row p / group, query head kv_head · group + p %
// group. A block takes one tile of them for one key/value head, so it reads each key once for `group` heads.

/// The sequences of one launch, passed to the kernel by value.
struct FlashBatch {
  static constexpr int most = 128;
  int count = 0;
  int first_tile[most + 1] = {};  // of each sequence; the last entry is the total
  Sequence sequences[most] = {};
};

/// What is the same for all blocks.
struct FlashShape {
  int heads = 0, kv_heads = 0, group = 0;  // group: query heads per key/value head
  std::int64_t capacity = 0;
  bool causal = false;
  float scale_log2 = 0.0f;  // log2(e) / √head_dim: softmax uses powers of two
};

/// The work of one block.
struct FlashBlock {
  Sequence sequence;
  int kv_head = 0;
  int first = 0;       // first packed row
  int packed = 0;      // packed rows of the whole sequence
  int keys = 0;        // keys of the whole sequence
  int tiles = 0;       // key tiles that any of its rows sees
  int full_tiles = 0;  // leading key tiles that all of its rows see in full
};

#ifdef __CUDACC__

/// The keys that a packed row sees: [0, flash_limit). Rows past the sequence's end count as its last one.
__device__ inline int flash_limit(const FlashShape& shape, const FlashBlock& block, int packed_row) {
  if (!shape.causal) return block.keys;
  return min(block.sequence.position + packed_row / shape.group + 1, block.keys);
}

/// The work of block (blockIdx.x, blockIdx.y): a row tile and a key/value head. Late rows come first, because
/// they see the most keys under a causal mask.
template <int RowTile, int KeyTile>
__device__ FlashBlock flash_block(const FlashShape& shape, const FlashBatch& batch) {
  const int tile = static_cast<int>(gridDim.x - 1 - blockIdx.x);
  int low = 0, high = batch.count;  // first_tile[low] <= tile < first_tile[high]
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (batch.first_tile[middle] <= tile ? low : high) = middle;
  }
  FlashBlock block;
  block.sequence = batch.sequences[low];
  block.kv_head = static_cast<int>(blockIdx.y);
  block.first = (tile - batch.first_tile[low]) * RowTile;
  block.packed = block.sequence.rows * shape.group;
  block.keys = block.sequence.position + block.sequence.rows;
  const int last = min(block.first + RowTile, block.packed) - 1;
  block.tiles = (flash_limit(shape, block, last) + KeyTile - 1) / KeyTile;
  block.full_tiles = flash_limit(shape, block, block.first) / KeyTile;
  return block;
}

/// Offset of a packed row in q and out, in elements.
template <int HeadDim>
__device__ std::int64_t flash_row_offset(const FlashShape& shape, const FlashBlock& block, int packed_row) {
  const int row = packed_row / shape.group;
  const int head = block.kv_head * shape.group + packed_row - row * shape.group;
  return (static_cast<std::int64_t>(block.sequence.first_row + row) * shape.heads + head) * HeadDim;
}

#endif

inline FlashShape flash_shape(const FlashTask& task) {
  return {.heads = static_cast<int>(task.heads),
          .kv_heads = static_cast<int>(task.kv_heads),
          .group = static_cast<int>(task.heads / task.kv_heads),
          .capacity = task.capacity,
          .causal = task.causal,
          .scale_log2 = 1.4426950408889634f / std::sqrt(static_cast<float>(task.head_dim))};
}

/// Sequences from `first` on, as many as a launch takes, divided into tiles of `row_tile` packed rows. Throws
/// Error if one is not inside the cache.
inline FlashBatch flash_batch(const FlashTask& task, std::size_t first, int row_tile) {
  FlashBatch batch;
  const auto group = static_cast<int>(task.heads / task.kv_heads);
  const auto rest = task.sequences.subspan(first);
  for (const Sequence& s : rest.first(std::min<std::size_t>(rest.size(), FlashBatch::most))) {
    const std::int64_t keys = std::int64_t{s.position} + s.rows;
    if (s.slot < 0 || s.slot >= task.slots || s.rows < 1 || s.position < 0 || keys > task.capacity)
      throw Error(
          "Attention expects sequences within a cache of {1} slots of {2} positions, but found slot {3} with "
          "{4} keys.",
          task.slots, task.capacity, s.slot, keys);
    batch.sequences[batch.count] = s;
    batch.first_tile[batch.count + 1] =
        batch.first_tile[batch.count] + (s.rows * group + row_tile - 1) / row_tile;
    ++batch.count;
  }
  return batch;
}

}  // namespace tilescribe::kernels

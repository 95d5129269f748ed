// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "kernels/core/dtype.h"

/// How skinny_linear divides a product: sizes that depend on the problem, and compile-time sizes.
namespace tilescribe::kernels {

inline constexpr int skinny_slices = 8;
inline constexpr int skinny_slice_unit = 64;  // a slice is a multiple of this many k values

/// The run-time sizes of a product.
struct SkinnySizes {
  int tiles;   // of 16 weight rows, total
  int groups;  // of group_tiles tiles each
  int slice;   // k values per slice; the last one may be shorter
  int slices;  // non-empty ones, at most skinny_slices
};
inline SkinnySizes skinny_sizes(int n, int k, bool gated, int group_tiles) {
  SkinnySizes sizes = {};
  sizes.tiles = gated ? n / 16 : (n + 15) / 16;
  sizes.groups = (sizes.tiles + group_tiles - 1) / group_tiles;
  const int unit = skinny_slices * skinny_slice_unit;
  sizes.slice = (k + unit - 1) / unit * skinny_slice_unit;
  sizes.slices = (k + sizes.slice - 1) / sizes.slice;
  return sizes;
}

/// The compile-time sizes of a kernel, and what follows from them.
template <int row_tiles_, int batch_tiles_, int chunks_, int cluster_, int stages_, bool resident_,
          int row_warps_ = 1, int blocks_ = 1, DType stored_ = DType::bf16>
struct SkinnyConfig {
  static constexpr DType stored = stored_;                   // of weights
  static constexpr bool eight_bits = in_eight_bits(stored);  // 16 bytes of a row are for two chunks
  static constexpr int row_tiles = row_tiles_;               // tiles of 16 weight rows per warp
  static constexpr int batch_tiles = batch_tiles_;           // tiles of 8 rows of x
  static constexpr int chunks = chunks_;                     // of 32 k values per stage
  static constexpr int cluster = cluster_;                   // blocks that share a group's slices
  static constexpr int stages = stages_;                     // of the ring
  static constexpr bool resident = resident_;   // all of x, normed if needed, is in shared memory
  static constexpr int row_warps = row_warps_;  // warps with different weight rows that share a slice's x
  static constexpr int blocks = blocks_;        // per multiprocessor, for which it has registers
  static constexpr int slices = skinny_slices / cluster;  // per block
  static constexpr int warps = slices * row_warps;        // (slice, row warp)
  static constexpr int threads = 32 * warps;
  static constexpr int group_tiles = row_warps * row_tiles;
  static constexpr int row_pieces =
      eight_bits ? (chunks + 1) / 2 : chunks;  // of 16 bytes, per thread and stage
  static constexpr int weight_pieces = 2 * row_tiles * row_pieces;
  static constexpr int x_pieces = resident ? 0 : batch_tiles * chunks;  // 16 bytes per lane, slice, stage
  static constexpr int x_offset = weight_pieces * threads * 16;         // of x in a stage
  static constexpr int stage_bytes = x_offset + slices * x_pieces * 32 * 16;
  static constexpr int ring_bytes = stages * stage_bytes;
  static constexpr int tile_pairs = row_tiles * batch_tiles;
  // A single block takes one group after another and always fetches ahead; its warps' sums have their own
  // memory, twice. A cluster takes one group, and its sums overwrite the ring.
  static constexpr int partial_buffers = cluster == 1 ? 2 : 1;
  static constexpr int partial_bytes = partial_buffers * warps * tile_pairs * 32 * 16;
  static constexpr int partial_offset = cluster == 1 ? ring_bytes : 0;
  static constexpr int ring_and_partial_bytes =
      partial_offset + partial_bytes > ring_bytes ? partial_offset + partial_bytes : ring_bytes;
  static constexpr std::size_t shared_bytes(int rows, int padded_k, int rotary_dim) {
    return ring_and_partial_bytes +
           (resident ? static_cast<std::size_t>(rows) * (padded_k * 2 + rotary_dim * 4) : 0);
  }
  static_assert(!resident || (cluster == 1 && batch_tiles == 1 && row_warps == 1),
                "a block of 256 threads, as the norm counts on");
  static_assert(threads >= 8 * batch_tiles, "a thread a row");
  static_assert(chunks * 32 <= skinny_slice_unit && skinny_slice_unit % (chunks * 32) == 0, "whole steps");
};

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/device/stream.h"
#include "kernels/ops/linear/product.h"

/// Products of many rows, by tiles. Sums are in ascending k, whatever the tile.
namespace tilescribe::kernels {

/// How gemm_sm90 divides a product: tiles of 128 rows and `columns` columns.
struct GemmTile {
  std::int32_t columns = 128;  // of w: 64, 96, 128, 192 or 256
  /// The two consumer warpgroups alternate, one tile each, so one multiplies while the other writes (at most
  /// 128 columns). Otherwise each takes 64 rows of every tile.
  bool alternate = false;
};

/// Whether the tile fits the product: whole heads for qkv_rope, pairs of 32 gate and up columns for
/// gated_silu.
bool gemm_sm90_takes(const Product& product, GemmTile tile);

/// The tile with the shortest expected time on `multiprocessors`.
GemmTile choose_tile(const Product& product, int multiprocessors);

/// With wgmma and TMA, for sm_90a: a producer warpgroup loads, two consumer warpgroups multiply. n and k are
/// multiples of 8, with any number of rows. With programmatic dependent launch, the kernel waits for its
/// predecessors only before it reads `x` or writes, and releases its successor at once.
void gemm_sm90(const Product& product, CudaStream& stream);

/// With mma.sync and cp.async, for sm_80 and later.
void gemm_sm80(const Product& product, CudaStream& stream);

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/core/config.h"
#include "kernels/device/gpu.h"
#include "kernels/ops/linear/product.h"

/// Which kernels take a product, and in which configurations: the preferred one first, and then others that
/// give the same bits. Host code without CUDA, so that it is tested on any machine.
namespace tilescribe::kernels {

inline constexpr int gemm_tile_rows = 128, gemm_tile_depth = 64;  // of a block; of a stage, values of k
/// How gemm_sm90 divides a product: tiles of `rows` rows of x and `columns` rows of w.
struct GemmTile {
  std::int32_t columns = 128;  // 64, 96, 128, 192 or 256; swapped: 64, 128 or 192
  /// The two consumer warpgroups alternate, one tile each, so one multiplies while the other writes (at most
  /// 128 columns). Otherwise each takes 64 rows of every tile.
  bool alternate = false;
  std::int32_t rows = gemm_tile_rows;
  /// Each consumer warpgroup takes 64 of the columns (gemm_sm90_swapped.cuh), so `rows` need not be 128.
  bool swapped = false;
};
/// How many scales of rounded rows (quantize_rows.h) a product has memory for. A tile reads those of all its
/// rows, also past the last.
inline constexpr std::int64_t most_tile_rows = 200;
constexpr std::int64_t scales_of_rows(std::int64_t rows) {
  return rows + most_tile_rows;
}
/// The tile of a configuration.
GemmTile gemm_tile(const Config& config);
/// All tiles that fit, those with the shortest expected time first.
Configs gemm_sm90_configs(const ProductSizes& sizes, const Gpu& gpu);

/// Tiles of 128 × 128, or of 64 × 64 (index 1) if large ones would leave much of the GPU idle.
Configs gemm_sm80_configs(const ProductSizes& sizes);

/// The kernels of skinny_linear (skinny_linear.cu): tiles of 8 rows of x, and how they are divided.
enum class SkinnyKernel : std::int32_t {
  one_tile_norm,
  one_tile,
  one_tile_streamed,
  two_tiles,
  two_tiles_narrow,
  four_tiles,
  four_tiles_narrow,
  eight_tiles,
  eight_tiles_wide,
  small_one_tile_norm,
  small_one_tile,
  small_four_tiles,
  wgmma_32,  // skinny_wgmma for up to 32 rows
  wgmma_64,
  four_tiles_shared,
};
Configs skinny_configs(const ProductSizes& sizes, const Gpu& gpu);

/// The shared memory of a block of skinny_wgmma for up to `rows` rows (32 or 64): half of x; a ring; the sums
/// of two tiles; alignment.
constexpr std::int64_t skinny_wgmma_bytes(std::int64_t rows, std::int64_t k) {
  return rows * k + 4 * 16 * 1024 + 2 * rows * 64 * 4 + 1024;
}

inline constexpr int most_skinny_norm_rows = 2;  // that can be normed inside a product
inline constexpr int most_skinny_norm_k = 4096;  // values of such a row
/// Whether skinny_linear norms inside the product; if not, a kernel before it does.
constexpr bool skinny_norm_is_fused(std::int64_t rows, std::int64_t k) {
  return rows <= most_skinny_norm_rows && k <= most_skinny_norm_k;
}

}  // namespace tilescribe::kernels

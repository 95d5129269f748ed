// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/product_plan.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "kernels/ops/rope/tuned_rotations.h"

namespace tilescribe::kernels {
namespace {

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

// ---- Tiles ----

struct NamedTile {
  const char* name;
  GemmTile tile;
};
// Without clusters that share loads: on the H200 they took 5 to 30 % longer for every measured shape,
// swapped or not.
constexpr std::array<NamedTile, 12> tiles{
    {{"128x256", {256, false}},
     {"128x192", {192, false}},
     {"128x128", {128, false}},
     {"128x128 alternate", {128, true}},
     {"128x96", {96, false}},
     {"128x96 alternate", {96, true}},
     {"128x64", {64, false}},
     {"128x64 alternate", {64, true}},
     {"200x192 swapped", {.columns = 192, .rows = 200, .swapped = true}},
     {"80x128 swapped", {.columns = 128, .rows = 80, .swapped = true}},
     {"56x128 swapped", {.columns = 128, .rows = 56, .swapped = true}},
     {"104x64 swapped", {.columns = 64, .rows = 104, .swapped = true}}}};

bool tiles_take(const ProductSizes& p) {
  if (p.rows < 1 || p.batches < 1 || p.n < 8 || p.k < 8 || p.n % 8 != 0 || p.k % 8 != 0 || p.normed)
    return false;
  if (p.epilogue == Epilogue::gated_silu_bf16) return p.n % 128 == 0;  // pairs of 64 gate and up columns
  if (p.epilogue != Epilogue::qkv_rope) return true;
  return p.batches == 1 && p.head_dim >= 64 && tiles_rotate(p.head_dim, p.rotary_dim) &&
         p.sequences <= most_gemm_sequences;
}

/// The instances in gemm_sm90_swapped_*.cu.
bool swapped_tile_fits(const ProductSizes& p, const GemmTile& tile) {
  if (p.batches != 1 || p.n % 16 != 0) return false;
  switch (p.epilogue) {
    case Epilogue::gated_silu_bf16:
      return tile.rows == 200;
    case Epilogue::qkv_rope:  // whole rotations
      return tile.rows == 80 && tile.columns % std::max<std::int64_t>(p.rotary_dim, 16) == 0;
    default:
      return tile.columns < 192;
  }
}

/// Whole heads for qkv_rope, pairs of 32 gate and up columns for gated_silu.
bool tile_fits(const ProductSizes& p, const GemmTile& tile) {
  if (tile.swapped) return swapped_tile_fits(p, tile);
  switch (p.epilogue) {
    case Epilogue::gated_silu_bf16:
      return tile.columns >= 128;
    case Epilogue::qkv_rope:
      return tile.columns % p.head_dim == 0;
    default:
      return true;
  }
}

/// Cycles in which a block writes 128 rows of one column, measured on an H200. A residual is read, too, and
/// blocks that write at the same time share the memory. Queries and keys are rotated.
double cycles_of_column(Epilogue epilogue) {
  if (epilogue == Epilogue::residual_f32) return 60.0;
  if (epilogue == Epilogue::qkv_rope) return 31.5;
  return writes_f32(epilogue) ? 20.0 : 14.0;
}

/// Expected cycles of a product with such tiles. On the encoder's and decoder's shapes measured on an H200,
/// the model picks the best tile or one within a few per cent of it. A step of 64 values of k is bound by the
/// tensor cores (at the clock that they leave), or by shared memory: each warpgroup reads its 64 rows of one
/// operand and all of the other, and loads write both. Loads share the L2 cache's bandwidth: about 45 bytes
/// per cycle and multiprocessor if all of them load.
double expected_cycles(const ProductSizes& p, const GemmTile& tile, int multiprocessors) {
  const std::int64_t count = ceil_div(p.rows, tile.rows) * ceil_div(p.n, tile.columns) * p.batches;
  const auto waves = static_cast<double>(ceil_div(count, multiprocessors));
  const double busy = static_cast<double>(std::min<std::int64_t>(count, multiprocessors)) / multiprocessors;
  const double x = tile.rows, w = tile.columns;
  const double own = tile.swapped ? w : x, other = tile.swapped ? x : w, groups = own / 64.0;
  const double step = std::max(
      {2.15 * groups * other, 128.0 * groups + (groups + 1.0) * other, (x + w) * 128.0 / 45.0 * busy});
  const double finish = cycles_of_column(p.epilogue) * x * w / gemm_tile_rows;
  const auto steps =
      static_cast<double>(ceil_div(p.k, p.stored == DType::f8 ? 2 * gemm_tile_depth : gemm_tile_depth));
  const double multiply = steps * step;
  if (!tile.alternate) return waves * (multiply + finish);
  // One warpgroup's writing hides behind the other's products only if these take much longer.
  return waves * (multiply + finish * std::min(0.85, 1.4 * finish / multiply)) + finish;
}

// ---- A decode step ----

constexpr std::array skinny_names{"one tile, norm",      "one tile",
                                  "one tile, streamed",  "two tiles",
                                  "two tiles, narrow",   "four tiles",
                                  "four tiles, narrow",  "eight tiles",
                                  "eight tiles, wide",   "small one tile, norm",
                                  "small one tile",      "small four tiles",
                                  "32 rows, wgmma",      "64 rows, wgmma",
                                  "four tiles, shared x"};
constexpr std::int64_t resident_values = 6144;  // of x, in all rows, that fit beside one_tile's ring
constexpr std::int64_t wide_n = 32768;

bool skinny_takes(const ProductSizes& p) {
  if (p.rows < 1 || p.rows > most_skinny_rows || p.batches != 1) return false;
  if (p.n < 8 || p.k < 8 || p.n % 8 != 0 || p.k % 8 != 0) return false;
  switch (p.epilogue) {
    case Epilogue::gelu_f32:
    case Epilogue::gelu_bf16:
      return false;
    case Epilogue::qkv_rope:
      return skinny_rotates(p.head_dim, p.rotary_dim);
    case Epilogue::gated_silu_bf16:
      return p.n % 16 == 0;
    case Epilogue::store_f32:
    case Epilogue::store_bf16:
    case Epilogue::residual_f32:
      return true;
  }
  return false;
}

/// The slices of k are whole steps, the rows of w whole tiles.
bool wgmma_takes(const ProductSizes& p, const Gpu& gpu) {
  const std::int64_t most_rows = p.rows <= 32 ? 32 : 64;
  return gpu.wgmma && p.rows > 16 && p.n % 64 == 0 && p.k % 1024 == 0 && p.epilogue != Epilogue::qkv_rope &&
         skinny_wgmma_bytes(most_rows, p.k) <= static_cast<std::int64_t>(gpu.shared_bytes);
}

std::vector<SkinnyKernel> skinny_kernels(const ProductSizes& p, const Gpu& gpu) {
  using enum SkinnyKernel;
  const bool norms = p.normed && skinny_norm_is_fused(p.rows, p.k);
  if (gpu.compute_major < 9 || gpu.shared_bytes < std::size_t{227} * 1024) {
    if (p.rows > 8) return {small_four_tiles};
    return {norms ? small_one_tile_norm : small_one_tile};
  }
  // Narrow: when a multiprocessor gets at most one tile of 16 weight rows.
  const bool narrow = ceil_div(p.n, 16) <= gpu.multiprocessors;
  if (norms) {
    // Half the bytes leave less time to norm x beside them.
    if (in_eight_bits(p.stored) && p.epilogue == Epilogue::gated_silu_bf16)
      return {one_tile, one_tile_norm, small_one_tile_norm};
    return {one_tile_norm, one_tile, small_one_tile_norm};
  }
  if (p.rows <= 8) {
    std::vector<SkinnyKernel> list{one_tile_streamed, small_one_tile};
    if (p.rows <= 2 && p.rows * p.k <= resident_values) list.insert(list.begin(), one_tile);
    if (in_eight_bits(p.stored) && narrow) std::rotate(list.begin(), list.end() - 1, list.end());
    return list;
  }
  std::vector<SkinnyKernel> list{eight_tiles, eight_tiles_wide, small_four_tiles};
  if (p.rows <= 16)
    list = {two_tiles, two_tiles_narrow, small_four_tiles};
  else if (p.rows <= 32)
    list = {four_tiles, four_tiles_narrow, small_four_tiles};
  if (p.rows <= 32 ? narrow : p.n >= wide_n) std::swap(list[0], list[1]);
  if (p.rows > 16 && p.rows <= 32) {
    const bool fits = !narrow && ceil_div(p.n, 16) <= 2 * gpu.multiprocessors;
    list.insert(fits ? list.begin() : list.end(), four_tiles_shared);
  }
  // Faster if there is a tile of 64 weight rows for each multiprocessor.
  if (wgmma_takes(p, gpu)) {
    const bool first = p.n >= std::int64_t{64} * gpu.multiprocessors;
    list.insert(first ? list.begin() : list.end(), p.rows <= 32 ? wgmma_32 : wgmma_64);
  }
  return list;
}

}  // namespace

GemmTile gemm_tile(const Config& config) {
  return tiles.at(static_cast<std::size_t>(config.index)).tile;
}

Configs gemm_sm90_configs(const ProductSizes& sizes, const Gpu& gpu) {
  if (!tiles_take(sizes)) return {};
  std::vector<std::pair<double, Config>> expected;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (tile_fits(sizes, tiles[i].tile))
      expected.emplace_back(expected_cycles(sizes, tiles[i].tile, gpu.multiprocessors),
                            Config{tiles[i].name, static_cast<std::int32_t>(i)});
  }
  std::ranges::stable_sort(expected, {}, &std::pair<double, Config>::first);
  Configs configs;
  for (const auto& [cycles, config] : expected) configs.push_back(config);
  return configs;
}

Configs gemm_sm80_configs(const ProductSizes& sizes) {
  constexpr Config large{"128x128", 0}, small{"64x64", 1};
  constexpr std::int64_t few = 96, most_batches = 65535;  // tiles; of a grid
  if (!tiles_take(sizes) || sizes.batches > most_batches) return {};
  if (sizes.epilogue == Epilogue::qkv_rope && sizes.head_dim > 64) return {large};
  const bool few_tiles = ceil_div(sizes.rows, 128) * ceil_div(sizes.n, 128) * sizes.batches < few;
  return few_tiles ? Configs{small, large} : Configs{large, small};
}

Configs skinny_configs(const ProductSizes& sizes, const Gpu& gpu) {
  if (!skinny_takes(sizes)) return {};
  Configs configs;
  for (const SkinnyKernel kernel : skinny_kernels(sizes, gpu)) {
    const auto index = static_cast<std::int32_t>(kernel);
    configs.push_back({skinny_names.at(static_cast<std::size_t>(index)), index});
  }
  return configs;
}

}  // namespace tilescribe::kernels

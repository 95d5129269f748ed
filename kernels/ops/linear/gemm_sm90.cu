// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <string>

#include "kernels/core/error.h"
#include "kernels/device/tensor_map.h"
#include "kernels/ops/linear/gemm_sm90.cuh"

namespace tilescribe::kernels {

using namespace gemm_sm90_detail;

namespace {

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

Kind kind_of(const Product& product) {
  switch (product.epilogue) {
    case Epilogue::gated_silu_bf16:
      return Kind::gated;
    case Epilogue::qkv_rope:
      return Kind::qkv;
    default:
      return Kind::plain;
  }
}

/// The number of tiles.
struct Tiles {
  std::int64_t m, n, all;
};
Tiles tiles_of(const Product& product, GemmTile tile) {
  const std::int64_t m = ceil_div(product.rows, tile_rows), n = ceil_div(product.n, tile.columns);
  return {m, n, m * n * product.batches};
}

template <Kind kind>
Arguments<kind> arguments(const Product& p, GemmTile tile) {
  const auto u64 = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  const auto columns = static_cast<std::uint32_t>(tile.columns);
  const Tiles tiles = tiles_of(p, tile);

  Arguments<kind> args{};
  args.a = tensor_map(
      {.data = p.x,
       .rank = 3,
       .sizes = {u64(p.k), u64(p.rows), u64(p.batches)},
       .strides_bytes = {u64(p.x_row_stride) * 2, u64(p.batches > 1 ? p.x_batch_stride : p.x_row_stride) * 2},
       .tile = {tile_depth, tile_rows / 2, 1}});
  args.w = tensor_map({.data = p.w,
                       .rank = 2,
                       .sizes = {u64(p.k), u64(p.n)},
                       .strides_bytes = {u64(p.k) * 2},
                       .tile = {tile_depth, columns / 2}});
  if constexpr (kind == Kind::qkv) {
    args.qkv = qkv_arguments(p.qkv);
  } else {
    const bool f32 = p.writes_f32();
    const int bytes = f32 ? 4 : 2;
    const int wide = staged_columns(kind == Kind::gated ? tile.columns / 2 : tile.columns, bytes);
    args.y =
        tensor_map({.data = p.y,
                    .type = f32 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
                    .rank = 3,
                    .sizes = {u64(p.columns()), u64(p.rows), u64(p.batches)},
                    .strides_bytes = {u64(p.y_row_stride * bytes),
                                      u64((p.batches > 1 ? p.y_batch_stride : p.y_row_stride) * bytes)},
                    .tile = {static_cast<std::uint32_t>(wide), warp_rows, 1},
                    .swizzle = wide * bytes == 128 ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B});
  }
  const auto i32 = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  args.bias = p.bias;
  args.k_steps = i32(ceil_div(p.k, tile_depth));
  args.rows = i32(p.rows);
  args.columns = i32(p.columns());
  args.w_tile_step = kind == Kind::gated ? tile.columns / 2 : tile.columns;
  args.w_half_step = kind == Kind::gated ? i32(p.n / 2) : tile.columns / 2;
  args.m_tiles = i32(tiles.m);
  args.n_tiles = i32(tiles.n);
  args.tiles = i32(tiles.all);
  args.group = 8;
  args.epilogue = p.epilogue;
  return args;
}

}  // namespace

QkvArguments qkv_arguments(const QkvTarget& target) {
  QkvArguments qkv{};
  qkv.q = static_cast<__nv_bfloat16*>(target.q);
  qkv.k = static_cast<__nv_bfloat16*>(target.k);
  qkv.v = static_cast<__nv_bfloat16*>(target.v);
  qkv.cos_sin = static_cast<const float2*>(target.cos_sin);
  qkv.capacity = target.capacity;
  qkv.heads = static_cast<std::int32_t>(target.heads);
  qkv.kv_heads = static_cast<std::int32_t>(target.kv_heads);
  qkv.head_dim = static_cast<std::int32_t>(target.head_dim);
  qkv.rotary_dim = static_cast<std::int32_t>(target.rotary_dim);
  qkv.sequence_count = static_cast<std::int32_t>(target.rows.sequences.size());
  while ((1 << qkv.head_shift) < qkv.head_dim) ++qkv.head_shift;
  std::ranges::copy(target.rows.sequences, qkv.sequences);
  return qkv;
}

bool gemm_sm90_takes(const Product& product, GemmTile tile) {
  const auto is_one_of = [&](std::initializer_list<std::int32_t> list) {
    return std::find(list.begin(), list.end(), tile.columns) != list.end();
  };
  if (tile.alternate && tile.columns > 128) return false;
  switch (kind_of(product)) {
    case Kind::plain:
      return is_one_of({64, 96, 128, 192, 256});
    case Kind::gated:
      return is_one_of({128, 192, 256});
    case Kind::qkv:
      return is_one_of({64, 128, 192, 256}) && tile.columns % product.qkv.head_dim == 0;
  }
  return false;
}

namespace {

/// Expected cycles of a product with such tiles. On the encoder's and decoder's shapes measured on an H200,
/// the model picks the best tile or one within 3 % of it. A step of 64 values of k is bound by shared memory:
/// each warpgroup reads its rows and all columns, and loads write both. Loads share the L2 cache's bandwidth:
/// about 45 bytes per cycle and multiprocessor if all of them load.
double expected_cycles(const Product& product, GemmTile tile, int multiprocessors) {
  const Tiles tiles = tiles_of(product, tile);
  const auto waves = static_cast<double>(ceil_div(tiles.all, multiprocessors));
  const double busy =
      static_cast<double>(std::min<std::int64_t>(tiles.all, multiprocessors)) / multiprocessors;
  const double step = std::max(256.0 + 3.0 * tile.columns, (tile_rows + tile.columns) * 128.0 / 45.0 * busy);
  const double finish = (product.writes_f32() ? 20.0 : 14.0) * tile.columns;
  const double steps = static_cast<double>(ceil_div(product.k, tile_depth));
  return waves * steps * step + (tile.alternate ? 1.2 : waves) * finish;
}

}  // namespace

GemmTile choose_tile(const Product& original, int multiprocessors) {
  const Product product = original.flattened();
  GemmTile best;
  double best_cycles = std::numeric_limits<double>::infinity();
  // Without clusters: on the H200 they took 5 to 30 % longer for every measured shape.
  for (const std::int32_t columns : {256, 192, 128, 96, 64}) {
    for (const bool alternate : {false, true}) {
      const GemmTile tile{columns, alternate};
      if (!gemm_sm90_takes(product, tile)) continue;
      const double cycles = expected_cycles(product, tile, multiprocessors);
      if (cycles < best_cycles) {
        best_cycles = cycles;
        best = tile;
      }
    }
  }
  return best;
}

void gemm_sm90(const Product& original, CudaStream& stream) {
  const Product product = original.flattened();
  const GemmTile tile = choose_tile(product, stream.gpu().multiprocessors);
  if (!gemm_sm90_supports(product) || !gemm_sm90_takes(product, tile))
    throw Error(
        "gemm_sm90 takes sizes that are multiples of 8 and aligned addresses; it was given {1} × {2} × {3} "
        "with tiles of {4} columns.",
        product.rows, product.n, product.k, tile.columns);
  switch (kind_of(product)) {
    case Kind::plain:
      return launch(arguments<Kind::plain>(product, tile), tile, stream);
    case Kind::gated:
      return launch(arguments<Kind::gated>(product, tile), tile, stream);
    case Kind::qkv:
      return launch(arguments<Kind::qkv>(product, tile), tile, stream);
  }
}

}  // namespace tilescribe::kernels

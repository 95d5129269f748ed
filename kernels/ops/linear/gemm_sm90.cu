// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/core/error.h"
#include "kernels/device/tensor_map.h"
#include "kernels/ops/linear/eight_bit_layout.h"
#include "kernels/ops/linear/gemm_sm90.cuh"
#include "kernels/ops/linear/gemm_sm90_swapped.cuh"

namespace tilescribe::kernels {

using namespace gemm_sm90_detail;

namespace {

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

/// The number of tiles.
struct Tiles {
  std::int64_t m, n, all;
};
Tiles tiles_of(const Product& product, GemmTile tile) {
  const std::int64_t m = ceil_div(product.rows, tile.rows), n = ceil_div(product.n, tile.columns);
  return {m, n, m * n * product.batches};
}

std::uint64_t u64(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}
std::int32_t i32(std::int64_t value) {
  return static_cast<std::int32_t>(value);
}

/// How a product's operands lie in memory.
struct Operands {
  CUtensorMapDataType type;
  std::uint64_t row_bytes;  // of w
  std::uint64_t k;          // with the zeros at a row's end
  std::uint32_t depth;      // of a stage
};
Operands operands_of(const Product& p) {
  if (p.stored == DType::f8) {
    const std::uint64_t bytes = u64(eight_bit_row_bytes(p.k));
    return {CU_TENSOR_MAP_DATA_TYPE_UINT8, bytes, bytes, tile_depth<DType::f8>};
  }
  return {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, u64(p.k) * 2, u64(p.k), tile_depth<DType::bf16>};
}

/// Tiles of y of so many columns, 64 or 128 bytes, and rows.
CUtensorMap map_of_y(const Product& p, int columns, int rows) {
  const bool f32 = writes_f32(p.epilogue);
  const int bytes = f32 ? 4 : 2;
  return tensor_map(
      {.data = p.y,
       .type = f32 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
       .rank = 3,
       .sizes = {u64(p.columns()), u64(p.rows), u64(p.batches)},
       .strides_bytes = {u64(p.y_row_stride * bytes),
                         u64((p.batches > 1 ? p.y_batch_stride : p.y_row_stride) * bytes)},
       .tile = {static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows), 1},
       .swizzle = columns * bytes == 128 ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B});
}

template <Kind kind>
Arguments<kind> arguments(const Product& p, GemmTile tile) {
  const auto columns = static_cast<std::uint32_t>(tile.columns);
  const Tiles tiles = tiles_of(p, tile);
  const Operands operands = operands_of(p);
  const std::uint64_t bytes_each = operands.row_bytes / operands.k;

  Arguments<kind> args{};
  args.a = tensor_map({.data = p.x,
                       .type = operands.type,
                       .rank = 3,
                       .sizes = {operands.k, u64(p.rows), u64(p.batches)},
                       .strides_bytes = {u64(p.x_row_stride) * bytes_each,
                                         u64(p.batches > 1 ? p.x_batch_stride : p.x_row_stride) * bytes_each},
                       .tile = {operands.depth, tile_rows / 2, 1}});
  args.w = tensor_map({.data = p.w,
                       .type = operands.type,
                       .rank = 2,
                       .sizes = {operands.k, u64(p.n)},
                       .strides_bytes = {operands.row_bytes},
                       .tile = {operands.depth, columns / 2}});
  if constexpr (kind == Kind::qkv) {
    args.qkv = qkv_arguments(p.qkv);
  } else {
    const int bytes = writes_f32(p.epilogue) ? 4 : 2;
    const int wide = staged_columns(kind == Kind::gated ? tile.columns / 2 : tile.columns, bytes);
    args.y = map_of_y(p, wide, warp_rows);
    if (p.epilogue == Epilogue::residual_f32) args.residual = map_of_y(p, wide, tile_rows);
  }
  args.bias = p.bias;
  args.scale = p.scale;
  args.x_scale = p.x_scale;
  args.w_is_fresh = p.w_is_fresh;
  args.k_steps = i32(ceil_div(p.k, operands.depth));
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

template <Kind kind>
SwappedArguments<kind> swapped_arguments(const Product& p, GemmTile tile) {
  const Tiles tiles = tiles_of(p, tile);
  const bool gated = kind == Kind::gated;
  std::int64_t pair = 8;
  if (gated) pair = p.n / 2;
  if (kind == Kind::qkv && p.qkv.rotary_dim > 0) pair = p.qkv.rotary_dim / 2;
  const std::int64_t eights = pair / 8, tile_pairs = gated ? 1 : tile.columns / (2 * pair);

  const Operands operands = operands_of(p);
  const std::uint64_t row_bytes = operands.row_bytes;

  SwappedArguments<kind> args{};
  args.w = tensor_map(
      {.data = p.w,
       .type = operands.type,
       .rank = 5,
       .sizes = {operands.k, 8, 2, u64(eights), u64(p.n / (2 * pair))},
       .strides_bytes = {row_bytes, u64(pair) * row_bytes, 8 * row_bytes, u64(2 * pair) * row_bytes},
       .tile = {operands.depth, 8, 2, static_cast<std::uint32_t>(gated ? tile.columns / 16 : eights),
                static_cast<std::uint32_t>(tile_pairs)}});
  args.x = tensor_map({.data = p.x,
                       .type = operands.type,
                       .rank = 2,
                       .sizes = {operands.k, u64(p.rows)},
                       .strides_bytes = {u64(p.x_row_stride) * (row_bytes / operands.k)},
                       .tile = {operands.depth, static_cast<std::uint32_t>(tile.rows)}});
  if constexpr (kind == Kind::qkv) {
    args.qkv = qkv_arguments(p.qkv);
  } else {
    const int bytes = writes_f32(p.epilogue) ? 4 : 2, columns = gated || bytes == 4 ? 32 : 64;
    args.y = map_of_y(p, columns, staged_rows(tile.rows, gated ? 64 : 64 * bytes));
  }
  args.bias = p.bias;
  args.scale = p.scale;
  args.x_scale = p.x_scale;
  args.k_steps = i32(ceil_div(p.k, operands.depth));
  args.w_is_fresh = p.w_is_fresh;
  args.rows = i32(p.rows);
  args.columns = i32(p.columns());
  args.pair = i32(pair);
  args.w_tile_step = gated ? tile.columns / 16 : i32(tile_pairs);
  args.m_tiles = i32(tiles.m);
  args.n_tiles = i32(tiles.n);
  args.tiles = i32(tiles.all);
  args.group = 8;
  args.epilogue = p.epilogue;
  args.f32 = writes_f32(p.epilogue);
  return args;
}

template <Kind kind, DType operands>
void run_in(const Product& product, GemmTile tile, CudaStream& stream) {
  if (tile.swapped) return launch_swapped<operands>(swapped_arguments<kind>(product, tile), tile, stream);
  launch<kind, operands>(arguments<kind>(product, tile), tile, stream);
}
template <Kind kind>
void run(const Product& product, GemmTile tile, CudaStream& stream) {
  if (product.stored == DType::f8) return run_in<kind, DType::f8>(product, tile, stream);
  run_in<kind, DType::bf16>(product, tile, stream);
}

}  // namespace

QkvArguments qkv_arguments(const QkvTarget& target) {
  QkvArguments qkv{};
  static_cast<QkvHeads&>(qkv) = qkv_heads(target);
  qkv.sequence_count = static_cast<std::int32_t>(target.rows.sequences.size());
  while ((1 << qkv.head_shift) < qkv.head_dim) ++qkv.head_shift;
  std::ranges::copy(target.rows.sequences, qkv.sequences);
  return qkv;
}

void gemm_sm90(const Product& product, const Config& config, CudaStream& stream) {
  const Configs configs = gemm_sm90_configs(product.sizes(), stream.gpu());
  if (std::ranges::find(configs, config) == configs.end() || !tiles_reach(product))
    throw Error(
        "gemm_sm90 takes sizes that are multiples of 8 and aligned addresses; it was given {1} × {2} × {3} "
        "with tiles of {4}.",
        product.rows, product.n, product.k, config.name);
  const GemmTile tile = gemm_tile(config);
  switch (product.epilogue) {
    case Epilogue::gated_silu_bf16:
      return run<Kind::gated>(product, tile, stream);
    case Epilogue::qkv_rope:
      return run<Kind::qkv>(product, tile, stream);
    default:
      return run<Kind::plain>(product, tile, stream);
  }
}

}  // namespace tilescribe::kernels

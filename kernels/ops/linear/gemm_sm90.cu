// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <string>

#include "kernels/core/error.h"
#include "kernels/device/tensor_map.h"
#include "kernels/ops/linear/gemm_sm90.cuh"
#include "kernels/ops/rope/tuned_rotations.h"

namespace tilescribe::kernels {

using namespace gemm_sm90_detail;

namespace {

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

Kind kind_of(const GemmTask& task) {
  switch (task.epilogue) {
    case Epilogue::gated_silu_bf16:
      return Kind::gated;
    case Epilogue::qkv_rope:
      return Kind::qkv;
    default:
      return Kind::plain;
  }
}

bool writes_f32(Epilogue epilogue) {
  return epilogue == Epilogue::store_f32 || epilogue == Epilogue::gelu_f32 ||
         epilogue == Epilogue::residual_f32;
}

/// The number of y's columns.
std::int64_t out_columns(const GemmTask& task) {
  return task.epilogue == Epilogue::gated_silu_bf16 ? task.n / 2 : task.n;
}

bool aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
}

/// Batches without gaps between them become rows of a single batch.
GemmTask flattened(GemmTask task) {
  if (task.batches > 1 && task.a_batch_stride == task.rows * task.a_row_stride &&
      task.y_batch_stride == task.rows * task.y_row_stride) {
    task.rows *= task.batches;
    task.batches = 1;
  }
  return task;
}

/// The number of tiles.
struct Tiles {
  std::int64_t m, n, all;
};
Tiles tiles_of(const GemmTask& task, GemmTile tile) {
  const std::int64_t m = ceil_div(task.rows, tile_rows), n = ceil_div(task.n, tile.columns);
  return {m, n, m * n * task.batches};
}

template <Kind kind>
Arguments<kind> arguments(const GemmTask& task, GemmTile tile) {
  const auto u64 = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  const auto columns = static_cast<std::uint32_t>(tile.columns);
  const Tiles tiles = tiles_of(task, tile);

  Arguments<kind> args{};
  args.a = tensor_map({.data = task.a,
                       .rank = 3,
                       .sizes = {u64(task.k), u64(task.rows), u64(task.batches)},
                       .strides_bytes = {u64(task.a_row_stride) * 2,
                                         u64(task.batches > 1 ? task.a_batch_stride : task.a_row_stride) * 2},
                       .tile = {tile_depth, tile_rows / 2, 1}});
  args.w = tensor_map({.data = task.w,
                       .rank = 2,
                       .sizes = {u64(task.k), u64(task.n)},
                       .strides_bytes = {u64(task.k) * 2},
                       .tile = {tile_depth, columns / 2}});
  if constexpr (kind == Kind::qkv) {
    args.qkv = qkv_arguments(task.qkv);
  } else {
    const bool f32 = writes_f32(task.epilogue);
    const int bytes = f32 ? 4 : 2;
    const int wide = staged_columns(kind == Kind::gated ? tile.columns / 2 : tile.columns, bytes);
    args.y = tensor_map(
        {.data = task.y,
         .type = f32 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
         .rank = 3,
         .sizes = {u64(out_columns(task)), u64(task.rows), u64(task.batches)},
         .strides_bytes = {u64(task.y_row_stride * bytes),
                           u64((task.batches > 1 ? task.y_batch_stride : task.y_row_stride) * bytes)},
         .tile = {static_cast<std::uint32_t>(wide), warp_rows, 1},
         .swizzle = wide * bytes == 128 ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B});
  }
  const auto i32 = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  args.bias = task.bias;
  args.k_steps = i32(ceil_div(task.k, tile_depth));
  args.rows = i32(task.rows);
  args.columns = i32(out_columns(task));
  args.w_tile_step = kind == Kind::gated ? tile.columns / 2 : tile.columns;
  args.w_half_step = kind == Kind::gated ? i32(task.n / 2) : tile.columns / 2;
  args.m_tiles = i32(tiles.m);
  args.n_tiles = i32(tiles.n);
  args.tiles = i32(tiles.all);
  args.group = 8;
  args.epilogue = task.epilogue;
  return args;
}

}  // namespace

QkvArguments qkv_arguments(const QkvTarget& target) {
  if (target.sequences.size() > most_gemm_sequences)
    throw Error("A product of queries, keys and values takes at most {1} sequences; {2} were given.",
                most_gemm_sequences, target.sequences.size());
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
  while ((1 << qkv.head_shift) < qkv.head_dim) ++qkv.head_shift;
  qkv.sequence_count = static_cast<std::int32_t>(target.sequences.size());
  std::copy(target.sequences.begin(), target.sequences.end(), qkv.sequences);
  return qkv;
}

bool gemm_sm90_takes(const GemmTask& task, GemmTile tile) {
  const auto is_one_of = [&](std::initializer_list<std::int32_t> list) {
    return std::find(list.begin(), list.end(), tile.columns) != list.end();
  };
  if (tile.alternate && tile.columns > 128) return false;
  switch (kind_of(task)) {
    case Kind::plain:
      return is_one_of({64, 96, 128, 192, 256});
    case Kind::gated:
      return is_one_of({128, 192, 256});
    case Kind::qkv:
      return is_one_of({64, 128, 192, 256}) && tile.columns % task.qkv.head_dim == 0;
  }
  return false;
}

namespace {

/// Expected cycles of a task with such tiles. On the encoder's and decoder's shapes measured on an H200, the
/// model picks the best tile or one within 3 % of it. A step of 64 values of k is bound by shared memory:
/// each warpgroup reads its rows and all columns, and loads write both. Loads share the L2 cache's bandwidth:
/// about 45 bytes per cycle and multiprocessor if all of them load.
double expected_cycles(const GemmTask& task, GemmTile tile, int multiprocessors) {
  const Tiles tiles = tiles_of(task, tile);
  const auto waves = static_cast<double>(ceil_div(tiles.all, multiprocessors));
  const double busy =
      static_cast<double>(std::min<std::int64_t>(tiles.all, multiprocessors)) / multiprocessors;
  const double step = std::max(256.0 + 3.0 * tile.columns, (tile_rows + tile.columns) * 128.0 / 45.0 * busy);
  const double finish = (writes_f32(task.epilogue) ? 20.0 : 14.0) * tile.columns;
  const double steps = static_cast<double>(ceil_div(task.k, tile_depth));
  return waves * steps * step + (tile.alternate ? 1.2 : waves) * finish;
}

}  // namespace

GemmTile choose_tile(const GemmTask& original, int multiprocessors) {
  const GemmTask task = flattened(original);
  GemmTile best;
  double best_cycles = std::numeric_limits<double>::infinity();
  // Without clusters: on the H200 they took 5 to 30 % longer for every measured shape.
  for (const std::int32_t columns : {256, 192, 128, 96, 64}) {
    for (const bool alternate : {false, true}) {
      const GemmTile tile{columns, alternate};
      if (!gemm_sm90_takes(task, tile)) continue;
      const double cycles = expected_cycles(task, tile, multiprocessors);
      if (cycles < best_cycles) {
        best_cycles = cycles;
        best = tile;
      }
    }
  }
  return best;
}

bool gemm_sm90_supports(const GemmTask& original) {
  const GemmTask task = flattened(original);
  if (task.rows < 1 || task.batches < 1 || task.n < 8 || task.k < 8) return false;
  if (task.n % 8 != 0 || task.k % 8 != 0 || task.a_row_stride % 8 != 0 || task.a_batch_stride % 8 != 0)
    return false;
  if (!aligned(task.a) || !aligned(task.w) || !aligned(task.bias)) return false;
  if (task.epilogue == Epilogue::qkv_rope) {
    const QkvTarget& qkv = task.qkv;
    return tiles_rotate(qkv.head_dim, qkv.rotary_dim) && task.batches == 1 &&
           task.n == (qkv.heads + 2 * qkv.kv_heads) * qkv.head_dim &&
           qkv.sequences.size() <= most_gemm_sequences && aligned(qkv.q) && aligned(qkv.k) &&
           aligned(qkv.v) && aligned(qkv.cos_sin);
  }
  const std::int64_t multiple = writes_f32(task.epilogue) ? 4 : 8;  // 16 bytes of y
  if (task.epilogue == Epilogue::gated_silu_bf16 && task.n % 16 != 0) return false;
  return aligned(task.y) && task.y_row_stride % multiple == 0 && task.y_batch_stride % multiple == 0;
}

void gemm_sm90(const GemmTask& original, CudaStream& stream) {
  const GemmTask task = flattened(original);
  const GemmTile tile = choose_tile(task, stream.gpu().multiprocessors);
  if (!gemm_sm90_supports(task) || !gemm_sm90_takes(task, tile))
    throw Error(
        "gemm_sm90 takes sizes that are multiples of 8 and aligned addresses; it was given {1} × {2} × {3} "
        "with tiles of {4} columns.",
        task.rows, task.n, task.k, tile.columns);
  switch (kind_of(task)) {
    case Kind::plain:
      return launch(arguments<Kind::plain>(task, tile), tile, stream);
    case Kind::gated:
      return launch(arguments<Kind::gated>(task, tile), tile, stream);
    case Kind::qkv:
      return launch(arguments<Kind::qkv>(task, tile), tile, stream);
  }
}

}  // namespace tilescribe::kernels

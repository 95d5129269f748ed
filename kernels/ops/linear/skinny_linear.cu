// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/error.h"
#include "kernels/ops/linear/skinny_kernel.cuh"
#include "kernels/ops/linear/skinny_linear.h"

namespace tilescribe::kernels {
namespace {

// Row tiles, batch tiles, chunks, cluster, stages, resident; row warps, blocks. Each is the fastest measured
// on an H200 for GLM-ASR-Nano's shapes.
// One or two rows: two consecutive kernels share a multiprocessor's 227 KB, and the second fetches while the
// first computes. So products with a norm (queries, keys and values; gate and up; logits) get up to 146 KB,
// and those between them 84 KB.
using OneTileNorm = SkinnyConfig<1, 1, 2, 1, 8, true>;
using OneTile = SkinnyConfig<1, 1, 2, 1, 4, true>;
constexpr int resident_values = 6144;  // of x, in all rows, that fit beside OneTile's ring
using OneTileStreamed = SkinnyConfig<2, 1, 1, 1, 6, false>;
// More rows. Narrow: when a multiprocessor gets at most one tile of 16 weight rows.
using TwoTiles = SkinnyConfig<2, 2, 1, 1, 5, false>;
using TwoTilesNarrow = SkinnyConfig<1, 2, 1, 1, 8, false>;
using FourTiles = SkinnyConfig<2, 4, 1, 1, 4, false>;
using FourTilesNarrow = SkinnyConfig<1, 4, 1, 1, 4, false>;
// With this many rows, x moves more bytes than w. Two warps of a block share x, and two blocks the slices.
using EightTiles = SkinnyConfig<1, 8, 1, 2, 4, false, 2, 2>;
using EightTilesWide = SkinnyConfig<4, 8, 1, 2, 3, false>;
constexpr int wide_n = 32768;
// For GPUs with less than 227 KB per block or without clusters.
using SmallOneTileNorm = SkinnyConfig<1, 1, 2, 1, 3, true>;
using SmallOneTile = SkinnyConfig<1, 1, 2, 1, 3, false>;
using SmallFourTiles = SkinnyConfig<1, 4, 1, 1, 2, false>;
constexpr int small_rows = 32;

// Of a product that skinny_supports.
SkinnyResult result_of(Epilogue epilogue) {
  switch (epilogue) {
    case Epilogue::store_bf16:
      return SkinnyResult::store_bf16;
    case Epilogue::residual_f32:
      return SkinnyResult::residual_f32;
    case Epilogue::gated_silu_bf16:
      return SkinnyResult::gated_silu_bf16;
    case Epilogue::qkv_rope:
      return SkinnyResult::qkv_rope;
    default:
      return SkinnyResult::store_f32;
  }
}

SkinnyArguments arguments(const Product& p) {
  return {.w = static_cast<const __nv_bfloat16*>(p.w),
          .bias = p.bias,
          .rows = static_cast<int>(p.rows),
          .n = static_cast<int>(p.n),
          .k = static_cast<int>(p.k),
          .x = static_cast<const __nv_bfloat16*>(p.x),
          .residual = p.residual,
          .gain = p.gain,
          .eps = p.eps,
          .result = result_of(p.epilogue),
          .y = p.epilogue == Epilogue::qkv_rope ? p.qkv.q : p.y,
          .qkv = {.heads = static_cast<int>(p.qkv.heads),
                  .kv_heads = static_cast<int>(p.qkv.kv_heads),
                  .head_dim = static_cast<int>(p.qkv.head_dim),
                  .rotary_dim = static_cast<int>(p.qkv.rotary_dim),
                  .cos_sin = static_cast<const float2*>(p.qkv.cos_sin),
                  .slots = p.qkv.rows.step.slots.as<std::int32_t>(),
                  .positions = p.qkv.rows.step.positions.as<std::int32_t>(),
                  .k = static_cast<__nv_bfloat16*>(p.qkv.k),
                  .v = static_cast<__nv_bfloat16*>(p.qkv.v),
                  .capacity = p.qkv.capacity}};
}

// Rows [first, first + count) of the same product.
SkinnyArguments rows_of(SkinnyArguments op, int first, int count) {
  op.rows = count;
  op.x += static_cast<std::ptrdiff_t>(first) * op.k;
  const bool f32 = op.result == SkinnyResult::store_f32 || op.result == SkinnyResult::residual_f32;
  std::ptrdiff_t width = op.n;
  if (op.result == SkinnyResult::gated_silu_bf16) width = op.n / 2;
  if (op.result == SkinnyResult::qkv_rope) {
    width = static_cast<std::ptrdiff_t>(op.qkv.heads) * op.qkv.head_dim;
    op.qkv.slots += first;
    op.qkv.positions += first;
  }
  op.y = static_cast<std::uint8_t*>(op.y) + first * width * (f32 ? 4 : 2);
  return op;
}

void launch_small(const SkinnyArguments& op, CudaStream& stream) {
  if (op.rows <= 8) {
    return op.x == nullptr ? launch_skinny_config<SmallOneTileNorm>(op, stream)
                           : launch_skinny_config<SmallOneTile>(op, stream);
  }
  for (int first = 0; first < op.rows; first += small_rows) {
    launch_skinny_config<SmallFourTiles>(rows_of(op, first, std::min(small_rows, op.rows - first)), stream);
  }
}

}  // namespace

bool skinny_norm_is_fused(std::int64_t rows, std::int64_t k) {
  return rows <= skinny_norm_rows && k <= skinny_norm_k;
}

void launch_skinny_linear(const Product& product, CudaStream& stream) {
  const bool normed_before = product.residual != nullptr && !skinny_norm_is_fused(product.rows, product.k);
  if (!skinny_supports(product) || (normed_before && product.normed == nullptr)) {
    throw Error(
        "A product of a decode step takes 1 to 64 rows, sizes that are multiples of 8, and either x or a "
        "residual with what its norm needs; it was given {1} rows of {2} values by {3} rows of weights.",
        product.rows, product.k, product.n);
  }
  SkinnyArguments op = arguments(product);
  if (normed_before) {
    auto* const normed = static_cast<__nv_bfloat16*>(product.normed);
    launch_rms_norm_bf16({normed, op.residual, op.gain, op.eps, op.rows, op.k}, stream);
    op.x = normed;
    op.residual = nullptr;
  }
  const Gpu& gpu = stream.gpu();
  if (gpu.compute_major < 9 || gpu.shared_bytes < 227 * 1024) return launch_small(op, stream);
  const bool narrow = (op.n + 15) / 16 <= gpu.multiprocessors;
  if (op.residual != nullptr) return launch_skinny_config<OneTileNorm>(op, stream);
  if (op.rows <= 2 && op.rows * op.k <= resident_values) return launch_skinny_config<OneTile>(op, stream);
  if (op.rows <= 8) return launch_skinny_config<OneTileStreamed>(op, stream);
  if (op.rows <= 16) {
    return narrow ? launch_skinny_config<TwoTilesNarrow>(op, stream)
                  : launch_skinny_config<TwoTiles>(op, stream);
  }
  if (op.rows <= 32) {
    return narrow ? launch_skinny_config<FourTilesNarrow>(op, stream)
                  : launch_skinny_config<FourTiles>(op, stream);
  }
  if (op.n >= wide_n) return launch_skinny_config<EightTilesWide>(op, stream);
  launch_skinny_config<EightTiles>(op, stream);
}

}  // namespace tilescribe::kernels

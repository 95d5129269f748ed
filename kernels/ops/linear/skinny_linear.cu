// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/core/error.h"
#include "kernels/ops/linear/skinny_launch.cuh"
#include "kernels/ops/linear/skinny_linear.h"

namespace tilescribe::kernels {
namespace {

// The kernels that skinny_configs chooses among. Row tiles, batch tiles, chunks, cluster, stages, resident;
// row warps, blocks. Each is the fastest measured on an H200 for some of GLM-ASR-Nano's shapes.
struct Bf16Kernels {
  static constexpr DType stored = DType::bf16;
  // One or two rows: two consecutive kernels share a multiprocessor's 227 KB, and the second fetches while
  // the first computes. So products with a norm (queries, keys and values; gate and up; logits) get up to 146
  // KB, and those between them 84 KB.
  using OneTileNorm = SkinnyConfig<1, 1, 2, 1, 8, true>;
  using OneTile = SkinnyConfig<1, 1, 2, 1, 4, true>;
  using OneTileStreamed = SkinnyConfig<2, 1, 1, 1, 6, false>;
  // More rows. Narrow: when a multiprocessor gets at most one tile of 16 weight rows.
  using TwoTiles = SkinnyConfig<2, 2, 1, 1, 5, false>;
  using TwoTilesNarrow = SkinnyConfig<1, 2, 1, 1, 8, false>;
  using FourTiles = SkinnyConfig<2, 4, 1, 1, 4, false>;
  using FourTilesNarrow = SkinnyConfig<1, 4, 1, 1, 4, false>;
  // When two blocks of a multiprocessor take all tiles at once; x is shared as below.
  using FourTilesShared = SkinnyConfig<1, 4, 1, 2, 6, false, 2, 2>;
  // With this many rows, x moves more bytes than w. Two warps of a block share x, and two blocks the slices.
  using EightTiles = SkinnyConfig<1, 8, 1, 2, 4, false, 2, 2>;
  using EightTilesWide = SkinnyConfig<4, 8, 1, 2, 3, false>;
  // For GPUs with less than 227 KB per block or without clusters.
  using SmallOneTileNorm = SkinnyConfig<1, 1, 2, 1, 3, true>;
  using SmallOneTile = SkinnyConfig<1, 1, 2, 1, 3, false>;
  using SmallFourTiles = SkinnyConfig<1, 4, 1, 1, 2, false>;
};

// Of a product that has skinny_configs.
SkinnyArguments arguments(const Product& p) {
  return {.w = p.w,
          .scale = p.scale,
          .bias = p.bias,
          .rows = static_cast<int>(p.rows),
          .n = static_cast<int>(p.n),
          .k = static_cast<int>(p.k),
          .x = static_cast<const __nv_bfloat16*>(p.x),
          .residual = p.residual,
          .gain = p.gain,
          .eps = p.eps,
          .epilogue = p.epilogue,
          .y = p.y,
          .qkv = {qkv_heads(p.qkv), p.qkv.rows.step.slots.as<std::int32_t>(),
                  p.qkv.rows.step.positions.as<std::int32_t>(), p.qkv.float8_cache}};
}

}  // namespace

void launch_skinny_linear(const Product& product, const Config& config, CudaStream& stream) {
  const Configs configs = skinny_configs(product.sizes(), stream.gpu());
  if (std::ranges::find(configs, config) == configs.end() || !skinny_reaches(product)) {
    throw Error(
        "A product of a decode step takes 1 to 64 rows, sizes that are multiples of 8, aligned addresses, "
        "and "
        "either x or a residual with what its norm needs; it was given {1} rows of {2} values by {3} rows of "
        "weights ({4}).",
        product.rows, product.k, product.n, config.name);
  }
  SkinnyArguments op = arguments(product);
  if (product.residual != nullptr && !skinny_norm_is_fused(product.rows, product.k)) {
    auto* const normed = static_cast<__nv_bfloat16*>(product.normed);
    launch_rms_norm_bf16({normed, op.residual, op.gain, op.eps, op.rows, op.k}, stream);
    op.x = normed;
    op.residual = nullptr;
  }
  const auto kernel = static_cast<SkinnyKernel>(config.index);
  if (product.stored == DType::i8) return launch_skinny_int8(op, kernel, stream);
  if (product.stored == DType::f8) return launch_skinny_float8(op, kernel, stream);
  launch_skinny_kernel<Bf16Kernels>(op, kernel, stream);
}

}  // namespace tilescribe::kernels

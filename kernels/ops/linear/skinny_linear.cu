// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/error.h"
#include "kernels/ops/linear/skinny_kernel.cuh"
#include "kernels/ops/linear/skinny_linear.h"
#include "kernels/ops/rope/tuned_rotations.h"

namespace tilescribe::kernels {
namespace {

constexpr int most_rows = 64;

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

void require(bool good, const SkinnyLinear& op, const Message& expected) {
  if (good) return;
  throw Error("A product of a decode step takes {1}, not {2} rows of {3} values by {4} rows of weights.",
              expected, op.rows, op.k, op.n);
}

void check_sizes(const SkinnyLinear& op) {
  require(op.rows >= 1 && op.rows <= most_rows, op, Message("1 to 64 rows"));
  require(op.k >= 8 && op.k % 8 == 0 && op.n >= 8 && op.n % 8 == 0, op,
          Message("sizes that are multiples of 8"));
  require((op.x == nullptr) != (op.residual == nullptr), op, Message("either x or a residual to norm"));
  require(op.residual == nullptr || op.gain != nullptr, op, Message("a gain for its norm"));
  if (op.result == SkinnyResult::gated_silu_bf16)
    require(op.n % 16 == 0, op, Message("gate and up rows in eights"));
  if (op.result == SkinnyResult::qkv_rope_append) {
    const SkinnyQkv& qkv = op.qkv;
    require(skinny_rotates(qkv.head_dim, qkv.rotary_dim), op,
            Message("heads and rotations in multiples of 16"));
    require(op.n == (qkv.heads + 2 * qkv.kv_heads) * qkv.head_dim, op,
            Message("queries, keys and values together"));
  }
}

// Rows [first, first + count) of the same product.
SkinnyLinear rows_of(SkinnyLinear op, int first, int count) {
  op.rows = count;
  op.x += static_cast<std::ptrdiff_t>(first) * op.k;
  const bool halves = op.result == SkinnyResult::store_f32 || op.result == SkinnyResult::residual_f32;
  std::ptrdiff_t width = op.n;
  if (op.result == SkinnyResult::gated_silu_bf16) width = op.n / 2;
  if (op.result == SkinnyResult::qkv_rope_append) {
    width = static_cast<std::ptrdiff_t>(op.qkv.heads) * op.qkv.head_dim;
    op.qkv.slots += first;
    op.qkv.positions += first;
  }
  op.y = static_cast<std::uint8_t*>(op.y) + first * width * (halves ? 4 : 2);
  return op;
}

void launch_small(const SkinnyLinear& op, CudaStream& stream) {
  if (op.rows <= 8) {
    return op.x == nullptr ? launch_skinny_config<SmallOneTileNorm>(op, stream)
                           : launch_skinny_config<SmallOneTile>(op, stream);
  }
  for (int first = 0; first < op.rows; first += small_rows) {
    launch_skinny_config<SmallFourTiles>(rows_of(op, first, std::min(small_rows, op.rows - first)), stream);
  }
}

}  // namespace

bool skinny_norm_is_fused(int rows, int k) {
  return rows <= skinny_norm_rows && k <= skinny_norm_k;
}

void launch_skinny_linear(const SkinnyLinear& given, CudaStream& stream) {
  check_sizes(given);
  SkinnyLinear op = given;
  if (op.residual != nullptr && !skinny_norm_is_fused(op.rows, op.k)) {
    require(op.normed != nullptr, op, Message("room for normed rows"));
    launch_rms_norm_bf16({op.normed, op.residual, op.gain, op.eps, op.rows, op.k}, stream);
    op.x = op.normed;
    op.residual = nullptr;
  }
  const Gpu& gpu = stream.gpu();
  if (gpu.compute_major < 9 || gpu.shared_bytes < 227 * 1024) return launch_small(op, stream);
  const bool narrow = (op.n + 15) / 16 <= gpu.multiprocessors;
  const bool resident = op.residual != nullptr || (op.rows <= 2 && op.rows * op.k <= resident_values);
  if (resident && op.alone) return launch_skinny_config<OneTile>(op, stream, 2);
  if (op.residual != nullptr) return launch_skinny_config<OneTileNorm>(op, stream);
  if (resident) return launch_skinny_config<OneTile>(op, stream);
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

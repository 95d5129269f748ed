// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/core/error.h"
#include "kernels/ops/linear/skinny_kernel.cuh"
#include "kernels/ops/linear/skinny_linear.h"

namespace tilescribe::kernels {
namespace {

constexpr int most_rows = 64;
constexpr int fused_norm_rows = 8;

// Row tiles, batch tiles, chunks, cluster, stages, resident. A multiprocessor's 227 KB are for two kernels in
// a row, of which the second fetches while the first one computes. So products that norm (queries, keys and
// values; gate and up; logits) have up to 146 KB, and those between them 80 KB. Where x has many rows, a
// block takes more rows of w for each of x, and a cluster spreads the slices over more multiprocessors.
using OneTileNorm = SkinnyConfig<1, 1, 2, 1, 8, true>;
using OneTileNormShort = SkinnyConfig<1, 1, 2, 1, 6, true>;  // room for more of x
using OneTile = SkinnyConfig<1, 1, 2, 1, 4, true>;
using OneTileStreamed = SkinnyConfig<1, 1, 2, 1, 3, false>;  // x is fetched with the weights
using TwoTiles = SkinnyConfig<2, 2, 2, 2, 3, false>;
using FourTiles = SkinnyConfig<4, 4, 1, 4, 4, false>;
using EightTiles = SkinnyConfig<4, 8, 1, 4, 3, false>;
constexpr int x_beside_long_ring = 8 * 1024;  // values of x, in all rows
constexpr int x_beside_short_ring = 6 * 1024;
// For GPUs whose blocks have less than 227 KB, or no clusters.
using SmallOneTileNorm = SkinnyConfig<1, 1, 2, 1, 3, true>;
using SmallOneTile = SkinnyConfig<1, 1, 2, 1, 3, false>;
using SmallFourTiles = SkinnyConfig<1, 4, 1, 1, 2, false>;
constexpr int small_rows = 32;

template <class Config>
void launch(const SkinnyLinear& op, const DecodeDevice& device, cudaStream_t stream) {
  const SkinnySizes sizes = skinny_sizes(op, Config::row_tiles);
  const int blocks =
      Config::cluster > 1 ? sizes.groups * Config::cluster : std::min(sizes.groups, device.multiprocessors);
  launch_in_step(device, "skinny_linear", skinny_linear<Config>, dim3(static_cast<unsigned>(blocks)),
                 Config::threads,
                 Config::shared_bytes(op.rows, sizes.slices * sizes.slice, op.qkv.rotary_dim),
                 Config::cluster, stream, op, sizes);
}

void require(bool good, const SkinnyLinear& op, const char* expected) {
  if (good) return;
  throw Error(std::string("A product of a decode step takes ") + expected + ", not " +
              std::to_string(op.rows) + " rows of " + std::to_string(op.k) + " values by " +
              std::to_string(op.n) + " rows of weights.");
}

void check_sizes(const SkinnyLinear& op) {
  require(op.rows >= 1 && op.rows <= most_rows, op, "1 to 64 rows");
  require(op.k >= 8 && op.k % 8 == 0 && op.n >= 8 && op.n % 8 == 0, op, "sizes that are multiples of 8");
  require((op.x == nullptr) != (op.residual == nullptr), op, "either x or a residual to norm");
  require(op.residual == nullptr || op.gain != nullptr, op, "a gain for its norm");
  if (op.result == SkinnyResult::gated_silu_bf16) require(op.n % 16 == 0, op, "gate and up rows in eights");
  if (op.result == SkinnyResult::qkv_rope_append) {
    const SkinnyQkv& qkv = op.qkv;
    require(qkv.head_dim % 16 == 0 && qkv.rotary_dim % 16 == 0 && qkv.rotary_dim <= qkv.head_dim, op,
            "heads and rotations in multiples of 16");
    require(op.n == (qkv.heads + 2 * qkv.kv_heads) * qkv.head_dim, op, "queries, keys and values together");
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

void launch_small(const SkinnyLinear& op, const DecodeDevice& device, cudaStream_t stream) {
  if (op.rows <= 8) {
    return op.x == nullptr ? launch<SmallOneTileNorm>(op, device, stream)
                           : launch<SmallOneTile>(op, device, stream);
  }
  for (int first = 0; first < op.rows; first += small_rows) {
    launch<SmallFourTiles>(rows_of(op, first, std::min(small_rows, op.rows - first)), device, stream);
  }
}

}  // namespace

DecodeDevice decode_device(int device) {
  const std::string doing = "while asking a GPU for its sizes";
  DecodeDevice found;
  int shared = 0;
  check(cudaDeviceGetAttribute(&found.multiprocessors, cudaDevAttrMultiProcessorCount, device), doing);
  check(cudaDeviceGetAttribute(&found.compute_major, cudaDevAttrComputeCapabilityMajor, device), doing);
  check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), doing);
  found.shared_bytes = static_cast<std::size_t>(shared);
  return found;
}

bool skinny_norm_is_fused(int rows, int k) {
  return rows <= fused_norm_rows && k <= skinny_norm_k &&
         rows * (k <= 2048 ? 2048 : 4096) <= skinny_norm_values;
}

void launch_skinny_linear(const SkinnyLinear& given, const DecodeDevice& device, cudaStream_t stream) {
  check_sizes(given);
  SkinnyLinear op = given;
  if (op.residual != nullptr && !skinny_norm_is_fused(op.rows, op.k)) {
    require(op.normed != nullptr, op, "room for normed rows");
    launch_rms_norm_bf16({op.normed, op.residual, op.gain, op.eps, op.rows, op.k}, device, stream);
    op.x = op.normed;
    op.residual = nullptr;
  }
  if (device.compute_major < 9 || device.shared_bytes < 227 * 1024) return launch_small(op, device, stream);
  const int values = op.rows * op.k;
  if (op.residual != nullptr) {
    return values <= x_beside_long_ring ? launch<OneTileNorm>(op, device, stream)
                                        : launch<OneTileNormShort>(op, device, stream);
  }
  if (op.rows <= 8) {
    return values <= x_beside_short_ring ? launch<OneTile>(op, device, stream)
                                         : launch<OneTileStreamed>(op, device, stream);
  }
  if (op.rows <= 16) return launch<TwoTiles>(op, device, stream);
  if (op.rows <= 32) return launch<FourTiles>(op, device, stream);
  launch<EightTiles>(op, device, stream);
}

}  // namespace tilescribe::kernels

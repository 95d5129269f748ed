// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "kernels/core/sequence.h"
#include "kernels/device/stream.h"

namespace tilescribe::kernels {

/// What happens to a product before it is written. GELU is exact (erf).
enum class Epilogue {
  store_f32,
  store_bf16,
  gelu_f32,
  gelu_bf16,
  residual_f32,     // y += product
  gated_silu_bf16,  // y[m][j] = silu(gate_j)·up_j; w holds n/2 gate rows, then n/2 up rows; y has n/2 columns
  qkv_rope,         // queries, keys and values to their places (QkvTarget), bf16; y is unused
};

/// Where the columns of a merged query/key/value product go: `heads` query heads, then kv_heads key heads,
/// then kv_heads value heads, head_dim columns each.
struct QkvTarget {
  void* q = nullptr;  // bf16 [rows, heads·head_dim]
  void* k = nullptr;  // bf16 [slots, kv_heads, capacity, head_dim]
  void* v = nullptr;  // like k
  std::int64_t heads = 0, kv_heads = 0, head_dim = 0, capacity = 0;
  /// In a query's or key's first rotary_dim values, value j is rotated with value j + rotary_dim/2 (rope.h).
  std::int64_t rotary_dim = 0;
  const void* cos_sin = nullptr;  // float2 [positions, rotary_dim/2] on the device: cosine, sine
  /// In order of their rows, at most 128. Rows that belong to none are not written.
  std::span<const Sequence> sequences;
};
inline constexpr std::int64_t most_gemm_sequences = 128;

/// y[b][m][j] = Σ_k a[b][m][k]·w[j][k] + bias[j], summed in float32 in ascending k, then the epilogue. The
/// order of the sum is the same for every tile, so a row's result does not depend on the other rows. All
/// pointers are on the device and 16-byte aligned; strides are in elements.
struct GemmTask {
  const void* a = nullptr;  // bf16 [batches, rows, k]; rows may overlap (a convolution over time-major input)
  std::int64_t rows = 0, a_row_stride = 0;  // stride: a multiple of 8
  std::int64_t batches = 1, a_batch_stride = 0;
  const void* w = nullptr;  // bf16 [n, k], dense
  std::int64_t n = 0, k = 0;
  const float* bias = nullptr;  // [n] or null
  void* y = nullptr;            // [batches, rows, n], f32 or bf16 depending on the epilogue
  std::int64_t y_row_stride = 0, y_batch_stride = 0;
  Epilogue epilogue = Epilogue::store_f32;
  QkvTarget qkv;  // for qkv_rope
};

/// How gemm_sm90 divides a task: tiles of 128 rows and `columns` columns.
struct GemmTile {
  std::int32_t columns = 128;  // of w: 64, 96, 128, 192 or 256
  /// The two consumer warpgroups alternate, one tile each, so one multiplies while the other writes (at most
  /// 128 columns). Otherwise each takes 64 rows of every tile.
  bool alternate = false;
};

/// Whether the tile fits the task: whole heads for qkv_rope, pairs of 32 gate and up columns for gated_silu.
bool gemm_sm90_takes(const GemmTask& task, GemmTile tile);

/// The tile with the shortest expected time on `multiprocessors`.
GemmTile choose_tile(const GemmTask& task, int multiprocessors);

/// With wgmma and TMA, for sm_90a: a producer warpgroup loads, two consumer warpgroups multiply. n and k are
/// multiples of 8, with any number of rows. Only the shapes are checked; the caller knows the GPU.
bool gemm_sm90_supports(const GemmTask& task);
/// Queues the task on `stream`. With programmatic dependent launch, the kernel waits for its predecessors
/// only before it reads `a` or writes, and releases its successor at once.
void gemm_sm90(const GemmTask& task, CudaStream& stream);

/// With mma.sync and cp.async, for sm_80 and later.
bool gemm_sm80_supports(const GemmTask& task);
void gemm_sm80(const GemmTask& task, CudaStream& stream);

}  // namespace tilescribe::kernels

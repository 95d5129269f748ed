// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/linear/product_plan.h"
#include "kernels/ops/linear/skinny_norm.cuh"
#include "kernels/ops/linear/skinny_result.cuh"

/// How a block of skinny_linear loads a short x, and the tables for its end, into shared memory.
namespace tilescribe::kernels {

inline constexpr int skinny_norm_rows = most_skinny_norm_rows;
inline constexpr int skinny_norm_passes = most_skinny_norm_k / norm_pass;  // per row, at most

/// In x_tiles[k / 32][rows][32], bf16: the address of the 8 bytes from value i of a row on.
__device__ inline uint2* in_x_tiles(std::uint8_t* x_tiles, int rows, int row, int i) {
  return reinterpret_cast<uint2*>(x_tiles + ((i / 32) * rows + row) * 64 + (i % 32) * 2);
}

/// Norms the block's rows of x (at most skinny_norm_rows) into x_tiles, with zeros past k.
__device__ inline void norm_into_tiles(const SkinnyArguments& op, int padded_k,
                                       const float4 (&gain)[skinny_norm_passes], std::uint8_t* x_tiles) {
  __shared__ float warp_sums[skinny_norm_rows][norm_threads / 32];  // (row, warp)
  const int first = 4 * static_cast<int>(threadIdx.x);
  float4 values[skinny_norm_rows][skinny_norm_passes];
#pragma unroll
  for (int row = 0; row < skinny_norm_rows; ++row) {
#pragma unroll
    for (int pass = 0; pass < skinny_norm_passes; ++pass) {
      const int i = first + pass * norm_pass;
      values[row][pass] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
      if (row < op.rows && i < op.k) {
        values[row][pass] =
            *reinterpret_cast<const float4*>(op.residual + static_cast<std::size_t>(row) * op.k + i);
      }
    }
  }
#pragma unroll
  for (int row = 0; row < skinny_norm_rows; ++row) {
    if (row >= op.rows) break;
    float sum = 0.0f;
#pragma unroll
    for (int pass = 0; pass < skinny_norm_passes; ++pass) sum += sum_of_squares(values[row][pass]);
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) warp_sums[row][threadIdx.x / 32] = sum;
  }
  __syncthreads();
#pragma unroll
  for (int row = 0; row < skinny_norm_rows; ++row) {
    if (row >= op.rows) break;
    const float scale = inverse_rms(warp_sums[row], op.k, op.eps);
#pragma unroll
    for (int pass = 0; pass < skinny_norm_passes; ++pass) {
      const int i = first + pass * norm_pass;
      if (i < padded_k)
        *in_x_tiles(x_tiles, op.rows, row, i) = normed_bf16(values[row][pass], scale, gain[pass]);
    }
  }
}

/// Copies the block's rows of x into x_tiles, with zeros past k.
__device__ inline void copy_into_tiles(const SkinnyArguments& op, int padded_k, std::uint8_t* x_tiles) {
  const int pieces = padded_k / 8;  // of 8 values, per row
#pragma unroll 4
  for (int piece = static_cast<int>(threadIdx.x); piece < op.rows * pieces; piece += norm_threads) {
    const int row = piece / pieces, i = piece % pieces * 8;
    uint4 values = make_uint4(0, 0, 0, 0);
    if (i < op.k) values = *reinterpret_cast<const uint4*>(op.x + static_cast<std::size_t>(row) * op.k + i);
    *reinterpret_cast<uint4*>(in_x_tiles(x_tiles, op.rows, row, i)) = values;
  }
}

/// The rotations for the end of qkv_rope, loaded into shared memory during the product. Each thread
/// carries 16 bytes of them in registers, because a copy group would wait for all earlier weights.
struct CarriedRotation {
  int position = -1;  // of the thread's row; negative: it carries nothing
  uint4 piece = {};

  /// Whether the block's threads can carry all of it.
  __device__ static bool fits(const SkinnyArguments& op) {
    return op.epilogue == Epilogue::qkv_rope && op.rows * (op.qkv.rotary_dim / 4) <= norm_threads;
  }
  /// Loads the position of the thread's row.
  __device__ void find(const SkinnyArguments& op) {
    const int pieces = op.qkv.rotary_dim / 4, thread = static_cast<int>(threadIdx.x);  // 16-byte pieces
    if (fits(op) && thread < op.rows * pieces) position = op.qkv.positions[thread / pieces];
  }
  /// Loads the piece at that position.
  __device__ void load(const SkinnyArguments& op) {
    const int pieces = op.qkv.rotary_dim / 4;
    if (position < 0) return;
    piece = *reinterpret_cast<const uint4*>(op.qkv.cos_sin +
                                            static_cast<std::size_t>(position) * (op.qkv.rotary_dim / 2) +
                                            threadIdx.x % pieces * 2);
  }
  /// Stores the piece to rotations[rows, rotary_dim/2].
  __device__ void store(float2* rotations) const {
    if (position >= 0) *reinterpret_cast<uint4*>(rotations + 2 * threadIdx.x) = piece;
  }
};

}  // namespace tilescribe::kernels

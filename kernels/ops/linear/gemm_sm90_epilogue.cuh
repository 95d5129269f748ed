// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/cuda/sm90_wgmma.cuh"
#include "kernels/ops/linear/gemm_epilogue.cuh"

/// From the accumulators of gemm_sm90 to memory. Each warp finishes its own 16 rows: it stages them in shared
/// memory of its own (two buffers in turn) and a tensor copy takes them from there, so that no warp waits for
/// another, tails need no branch, and the next tile's products run while the copies do.
namespace tilescribe::kernels::gemm_sm90_detail {

inline constexpr int warp_rows = 16;
inline constexpr int staging_buffer = warp_rows * 128;  // bytes: 16 rows of 32 floats or of 64 bf16

/// Columns of one staged copy: 128 bytes a row, or 64 where the tile's width asks for it.
__host__ __device__ constexpr int staged_columns(int out_columns, int value_bytes) {
  return value_bytes == 4 || out_columns % 64 != 0 ? 32 : 64;
}

/// One warp's way out. `acc` below is the warpgroup's accumulator of 64 rows (layout: sm90_wgmma.cuh).
struct Warp {
  char* staging;  // two buffers, at a multiple of 1024 bytes
  int lane;
  int turn = 0;  // which buffer comes next

  __device__ int pair_row() const {
    return lane / 4;
  }  // my values lie in this row of the 16 and in that + 8,
  __device__ int pair_column() const { return lane % 4 * 2; }  // in this and the next column of every 8

  /// A buffer that no copy reads any more.
  __device__ char* acquire() {
    if (lane == 0) sm90::tma_store_wait_read<1>();
    __syncwarp();
    char* const buffer = staging + turn * staging_buffer;
    turn ^= 1;
    return buffer;
  }
  /// What the warp wrote is seen by the copy that lane 0 starts.
  __device__ void publish() const {
    sm90::fence_shared_for_tma();
    __syncwarp();
  }
};

/// Columns [8·First, 8·First + 32) as floats: rows of 128 bytes, swizzled as TMA expects them.
template <int First, int N>
__device__ void stage_f32(const Warp& warp, char* buffer, const float (&acc)[N]) {
  const int row = warp.pair_row(), half_unit = warp.lane & 1, unit = warp.lane % 4 / 2;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    char* const at = buffer + row * 128 + (((2 * i + unit) ^ (row & 7)) * 16) + half_unit * 8;
    *reinterpret_cast<float2*>(at) = make_float2(acc[4 * (First + i)], acc[4 * (First + i) + 1]);
    *reinterpret_cast<float2*>(at + 8 * 128) =
        make_float2(acc[4 * (First + i) + 2], acc[4 * (First + i) + 3]);
  }
}

/// Columns [8·First, 8·First + Columns) as bf16: rows of 64 or 128 bytes, swizzled as TMA expects them.
template <int First, int Columns, int N>
__device__ void stage_bf16(const Warp& warp, char* buffer, const float (&acc)[N]) {
  const int row = warp.lane % 16, unit = warp.lane / 16;  // the matrix row whose address I give
  const int turned = Columns == 64 ? row & 7 : row / 2 & 3;
#pragma unroll
  for (int i = 0; i < Columns / 8; i += 2) {
    const int at = 4 * (First + i);
    sm90::store_matrices(buffer + row * (Columns * 2) + ((i + unit) ^ turned) * 16,
                         pack_bf16(acc[at], acc[at + 1]), pack_bf16(acc[at + 2], acc[at + 3]),
                         pack_bf16(acc[at + 4], acc[at + 5]), pack_bf16(acc[at + 6], acc[at + 7]));
  }
}

/// Writes OutColumns columns of the accumulator at (column, row) of y [batches, rows, columns]; `columns` are
/// y's.
template <int OutColumns, bool Add, int First = 0, int N>
__device__ void store_f32(Warp& warp, const CUtensorMap& y, const float (&acc)[N], int column, int row,
                          int batch, int columns) {
  if constexpr (First * 8 < OutColumns) {
    if (column + First * 8 >= columns) return;
    char* const buffer = warp.acquire();
    stage_f32<First>(warp, buffer, acc);
    warp.publish();
    if (warp.lane == 0) {
      if constexpr (Add) {
        sm90::tma_add(y, buffer, column + First * 8, row, batch);
      } else {
        sm90::tma_store(y, buffer, column + First * 8, row, batch);
      }
      sm90::tma_store_commit();
    }
    store_f32<OutColumns, Add, First + 4>(warp, y, acc, column, row, batch, columns);
  }
}

template <int OutColumns, int First = 0, int N>
__device__ void store_bf16(Warp& warp, const CUtensorMap& y, const float (&acc)[N], int column, int row,
                           int batch, int columns) {
  constexpr int step = staged_columns(OutColumns, 2);
  if constexpr (First * 8 < OutColumns) {
    if (column + First * 8 >= columns) return;
    char* const buffer = warp.acquire();
    stage_bf16<First, step>(warp, buffer, acc);
    warp.publish();
    if (warp.lane == 0) {
      sm90::tma_store(y, buffer, column + First * 8, row, batch);
      sm90::tma_store_commit();
    }
    store_bf16<OutColumns, First + step / 8>(warp, y, acc, column, row, batch, columns);
  }
}

/// acc[block] += bias for the 8 columns of each block; `column` is that of block First, `columns` those that
/// there are.
template <int First, int Blocks, int N>
__device__ void add_bias(const Warp& warp, float (&acc)[N], const float* bias, int column, int columns) {
#pragma unroll
  for (int i = 0; i < Blocks; ++i) {
    const int at = column + 8 * i + warp.pair_column();
    const float2 b = at < columns ? __ldg(reinterpret_cast<const float2*>(bias + at)) : float2{0.0f, 0.0f};
    float* const values = acc + 4 * (First + i);
    values[0] += b.x;
    values[1] += b.y;
    values[2] += b.x;
    values[3] += b.y;
  }
}

/// (cosine, sine) of two neighbouring values, at a row's position.
inline __device__ float4 cos_sin_pair(const QkvArguments& qkv, RowPlace place, int index) {
  return __ldg(reinterpret_cast<const float4*>(qkv.cos_sin +
                                               std::int64_t{place.position} * (qkv.rotary_dim / 2) + index));
}

/// Turns queries and keys. Half: rotary_dim/2 in blocks of 8 columns; value j and value j + rotary_dim/2 are
/// in one thread.
template <int Half, int N>
__device__ void rotate(const Warp& warp, float (&acc)[N], const QkvArguments& qkv,
                       const RowPlace (&places)[2], int column) {
  const int turned_columns = (qkv.heads + qkv.kv_heads) * qkv.head_dim;
#pragma unroll
  for (int i = 0; i + Half < N / 4; ++i) {
    const int inside = (8 * i) & (qkv.head_dim - 1);  // tiles begin at a head
    if (inside >= 8 * Half || column + 8 * i >= turned_columns) continue;
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      const float4 turn = cos_sin_pair(qkv, places[r], inside + warp.pair_column());
      float *const low = acc + 4 * i + 2 * r, *const high = acc + 4 * (i + Half) + 2 * r;
      const float low_0 = low[0], low_1 = low[1];
      low[0] = low_0 * turn.x - high[0] * turn.y;
      high[0] = high[0] * turn.x + low_0 * turn.y;
      low[1] = low_1 * turn.z - high[1] * turn.w;
      high[1] = high[1] * turn.z + low_1 * turn.w;
    }
  }
}

/// Writes rows of queries, keys and values to their places, 64 bytes of a row by four lanes.
template <int First = 0, int N>
__device__ void store_qkv(Warp& warp, const QkvArguments& qkv, const float (&acc)[N], int column,
                          std::int64_t row, const RowPlace (&places)[2], int columns) {
  if constexpr (First * 4 < N) {
    const int first = column + First * 8;
    if (first >= columns) return;
    char* const buffer = warp.staging + warp.turn * staging_buffer;
    warp.turn ^= 1;
    stage_bf16<First, 32>(warp, buffer, acc);
    __syncwarp();
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      const int my_row = warp.lane / 4 + 8 * r, unit = warp.lane % 4;
      const uint4 values =
          *reinterpret_cast<const uint4*>(buffer + my_row * 64 + (unit ^ (my_row / 2 & 3)) * 16);
      if (places[r].slot >= 0)
        *reinterpret_cast<uint4*>(qkv_address(qkv, row + 8 * r, places[r], first) + unit * 8) = values;
    }
    __syncwarp();  // before this buffer's next turn but one
    store_qkv<First + 4>(warp, qkv, acc, column, row, places, columns);
  }
}

}  // namespace tilescribe::kernels::gemm_sm90_detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

#include "kernels/device/tma.cuh"
#include "kernels/device/wgmma.cuh"
#include "kernels/ops/linear/gemm_epilogue.cuh"

/// From gemm_sm90's accumulators to memory. Each warp handles its own 16 rows. It stages them in its own
/// shared memory (two buffers in turn), and a tensor copy writes them out. So no warp waits for another,
/// tails need no branch, and the next tile's products run during the copies.
namespace tilescribe::kernels::gemm_sm90_detail {

inline constexpr int warp_rows = 16;
inline constexpr int staging_buffer = warp_rows * 128;  // bytes: 16 rows of 32 floats or of 64 bf16

/// Columns per staged copy: 128 bytes per row, or 64 if the tile's width requires it.
__host__ __device__ constexpr int staged_columns(int out_columns, int value_bytes) {
  return value_bytes == 4 || out_columns % 64 != 0 ? 32 : 64;
}

/// The output side of one warp. `acc` below is the warpgroup's accumulator of 64 rows (layout: wgmma.cuh).
struct Warp {
  char* staging;  // buffers, aligned to 1024 bytes
  int lane;
  int turn = 0;  // which half of the buffers is next

  __device__ int pair_row() const { return lane / 4; }         // values of this row of the 16 and that + 8,
  __device__ int pair_column() const { return lane % 4 * 2; }  // in this and the next column of every 8

  /// The half of the buffers that no copy reads any more; of one buffer the whole.
  template <int halves>
  __device__ char* acquire(int half_bytes) {
    if (lane == 0) ptx::tma_store_wait_read<halves - 1>();
    __syncwarp();
    if constexpr (halves == 1) return staging;
    char* const buffers = staging + turn * half_bytes;
    turn ^= 1;
    return buffers;
  }
  /// Makes what the warp wrote visible to the copies that lane 0 starts.
  __device__ void publish() const {
    ptx::fence_shared_for_tma();
    __syncwarp();
  }
};

/// Stages columns [8·first, 8·first + 32) as floats, in rows of 128 bytes with TMA's swizzle. `first` is a
/// compile-time constant after unrolling, so acc stays in registers.
template <int N>
__device__ __forceinline__ void stage_f32(const Warp& warp, char* buffer, const float (&acc)[N], int first) {
  const int row = warp.pair_row(), half_unit = warp.lane & 1, unit = warp.lane % 4 / 2;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int at = 4 * (first + i);
    char* const to = buffer + row * 128 + (((2 * i + unit) ^ (row & 7)) * 16) + half_unit * 8;
    *reinterpret_cast<float2*>(to) = make_float2(acc[at], acc[at + 1]);
    *reinterpret_cast<float2*>(to + 8 * 128) = make_float2(acc[at + 2], acc[at + 3]);
  }
}

/// Stages columns [8·first, 8·first + Columns) as bf16, in rows of 64 or 128 bytes with TMA's swizzle.
template <int Columns, int N>
__device__ __forceinline__ void stage_bf16(const Warp& warp, char* buffer, const float (&acc)[N], int first) {
  const int row = warp.lane % 16, unit = warp.lane / 16;  // the matrix row whose address this lane gives
  const int turned = Columns == 64 ? row & 7 : row / 2 & 3;
#pragma unroll
  for (int i = 0; i < Columns / 8; i += 2) {
    const int at = 4 * (first + i);
    ptx::store_matrices(buffer + row * (Columns * 2) + ((i + unit) ^ turned) * 16,
                        pack_bf16(acc[at], acc[at + 1]), pack_bf16(acc[at + 2], acc[at + 3]),
                        pack_bf16(acc[at + 4], acc[at + 5]), pack_bf16(acc[at + 6], acc[at + 7]));
  }
}

/// Adds columns [8·first, 8·first + 32) to floats that lie as stage_f32 stages them.
template <int N>
__device__ __forceinline__ void add_f32(const Warp& warp, char* buffer, const float (&acc)[N], int first) {
  const int row = warp.pair_row(), half_unit = warp.lane & 1, unit = warp.lane % 4 / 2;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int at = 4 * (first + i);
    char* const to = buffer + row * 128 + (((2 * i + unit) ^ (row & 7)) * 16) + half_unit * 8;
    auto *const low = reinterpret_cast<float2*>(to), *const high = reinterpret_cast<float2*>(to + 8 * 128);
    const float2 a = *low, b = *high;
    *low = make_float2(a.x + acc[at], a.y + acc[at + 1]);
    *high = make_float2(b.x + acc[at + 2], b.y + acc[at + 3]);
  }
}

enum class Write { f32, add_f32, bf16 };

/// Writes OutColumns columns of the accumulator at (column, row) of y [batches, rows, columns]. `columns`:
/// y's width. Half of the warp's Buffers is filled while copies read the other half; a single one is waited
/// for.
template <int OutColumns, int Buffers, Write write, int N>
__device__ __forceinline__ void store_tile(Warp& warp, const CUtensorMap& y, const float (&acc)[N],
                                           int column, int row, int batch, int columns) {
  constexpr int step = staged_columns(OutColumns, write == Write::bf16 ? 2 : 4);
  constexpr int chunks = OutColumns / step, halves = Buffers < 2 ? 1 : 2, round = Buffers / halves;
#pragma unroll
  for (int first = 0; first < chunks; first += round) {
    char* const buffers = warp.acquire<halves>(round * staging_buffer);
#pragma unroll
    for (int c = first; c < first + round && c < chunks; ++c) {
      char* const buffer = buffers + (c - first) * staging_buffer;
      if constexpr (write == Write::bf16) {
        stage_bf16<step>(warp, buffer, acc, c * step / 8);
      } else {
        stage_f32(warp, buffer, acc, c * step / 8);
      }
    }
    warp.publish();
    if (warp.lane == 0) {
#pragma unroll
      for (int c = first; c < first + round && c < chunks; ++c) {
        if (column + c * step >= columns) break;
        if constexpr (write == Write::add_f32) {
          ptx::tma_add(y, buffers + (c - first) * staging_buffer, column + c * step, row, batch);
        } else {
          ptx::tma_store(y, buffers + (c - first) * staging_buffer, column + c * step, row, batch);
        }
      }
      ptx::tma_store_commit();
    }
  }
}

/// acc *= scale, as add_bias. Not joined with the bias's addition, in any kernel.
template <int N>
__device__ __forceinline__ void multiply_by_scale(const Warp& warp, float (&acc)[N], const float* scale) {
#pragma unroll
  for (int i = 0; i < N / 4; ++i) {
    const float2 s = *reinterpret_cast<const float2*>(scale + 8 * i + warp.pair_column());
    acc[4 * i] = __fmul_rn(acc[4 * i], s.x);
    acc[4 * i + 1] = __fmul_rn(acc[4 * i + 1], s.y);
    acc[4 * i + 2] = __fmul_rn(acc[4 * i + 2], s.x);
    acc[4 * i + 3] = __fmul_rn(acc[4 * i + 3], s.y);
  }
}

/// acc *= the scale of its row: `first` of the thread's first row, `second` of the other.
template <int N>
__device__ __forceinline__ void multiply_rows(float (&acc)[N], float first, float second) {
#pragma unroll
  for (int i = 0; i < N; i += 4) {
    acc[i] *= first;
    acc[i + 1] *= first;
    acc[i + 2] *= second;
    acc[i + 3] *= second;
  }
}

/// acc += bias. `bias` is in shared memory: one value per column of the accumulator.
template <int N>
__device__ __forceinline__ void add_bias(const Warp& warp, float (&acc)[N], const float* bias) {
#pragma unroll
  for (int i = 0; i < N / 4; ++i) {
    const float2 b = *reinterpret_cast<const float2*>(bias + 8 * i + warp.pair_column());
    acc[4 * i] += b.x;
    acc[4 * i + 1] += b.y;
    acc[4 * i + 2] += b.x;
    acc[4 * i + 3] += b.y;
  }
}

/// (cosine, sine) of two adjacent values at a row's position.
inline __device__ float4 cos_sin_pair(const QkvArguments& qkv, RowPlace place, int index) {
  return __ldg(reinterpret_cast<const float4*>(qkv.cos_sin +
                                               std::int64_t{place.position} * (qkv.rotary_dim / 2) + index));
}

/// Rotates queries and keys. Half: rotary_dim/2 in blocks of 8 columns; values that far apart share a thread.
template <int Half, int N>
__device__ __forceinline__ void rotate(const Warp& warp, float (&acc)[N], const QkvArguments& qkv,
                                       const RowPlace (&places)[2], int column) {
  constexpr int at_once = Half < 4 ? Half : 4;  // blocks whose angles are in registers at the same time
  const int turned_columns = (qkv.heads + qkv.kv_heads) * qkv.head_dim;
#pragma unroll
  for (int first = 0; first < Half; first += at_once) {
    float4 turns[at_once][2];
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      turns[j][0] = cos_sin_pair(qkv, places[0], 8 * (first + j) + warp.pair_column());
      turns[j][1] = cos_sin_pair(qkv, places[1], 8 * (first + j) + warp.pair_column());
    }
#pragma unroll
    for (int i = 0; i + Half < N / 4; ++i) {
      // Tiles begin at a head, and a head's length is a multiple of 2·Half blocks or of 4 blocks.
      const int inside = i & (qkv.head_dim / 8 - 1);  // index of the block in its head
      const int j = i % (Half < 4 ? 4 : Half) - first;
      if (j < 0 || j >= at_once) continue;
      if (inside >= Half || column + 8 * i >= turned_columns) continue;
#pragma unroll
      for (int r = 0; r < 2; ++r) {
        const float4 turn = turns[j][r];
        float *const low = acc + 4 * i + 2 * r, *const high = acc + 4 * (i + Half) + 2 * r;
        rotate_pair(low[0], high[0], {turn.x, turn.y});
        rotate_pair(low[1], high[1], {turn.z, turn.w});
      }
    }
  }
}

/// Writes queries, keys and values to their places, 64 bytes of a row by four lanes. Alternates two buffers.
template <int N>
__device__ __forceinline__ void store_qkv(Warp& warp, const QkvArguments& qkv, const float (&acc)[N],
                                          int column, std::int64_t row, const RowPlace (&places)[2],
                                          int columns) {
#pragma unroll
  for (int block = 0; block < N / 4; block += 4) {
    const int first = column + block * 8;
    char* const buffer = warp.staging + block / 4 % 2 * (staging_buffer / 2);
    stage_bf16<32>(warp, buffer, acc, block);
    __syncwarp();
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      const int my_row = warp.lane / 4 + 8 * r, unit = warp.lane % 4;
      const uint4 values =
          *reinterpret_cast<const uint4*>(buffer + my_row * 64 + (unit ^ (my_row / 2 & 3)) * 16);
      if (places[r].slot >= 0 && first < columns)
        *reinterpret_cast<uint4*>(qkv_address(qkv, row + 8 * r, places[r], first) + unit * 8) = values;
    }
    __syncwarp();  // before this buffer is reused
  }
}

}  // namespace tilescribe::kernels::gemm_sm90_detail

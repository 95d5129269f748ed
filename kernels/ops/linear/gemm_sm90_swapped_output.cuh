// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/linear/gemm_sm90_swapped_layout.cuh"

/// From gemm_sm90_swapped's accumulators to memory.
namespace tilescribe::kernels::gemm_sm90_detail {

/// The output side of a warpgroup. Its accumulator has 64 rows of w by all rows of x. Thread t (lane l, warp
/// w) has of each 8 rows of x four values: of rows 2(l%4) and the next, column low() and then column low() +
/// pair. Chunks of rows of y are staged in shared memory, in two buffers in turn.
template <class S>
struct SwappedOutput {
  const SwappedArguments<S::kind>& args;
  char* staging;  // this warpgroup's two buffers
  RowPlace* places;
  int group, thread;
  int turn = 0;  // the buffer that is next
  TilePlace tile{};
  int first_row = 0;            // of x
  float scale[2]{}, bias[2]{};  // of the thread's two columns

  __device__ int lane() const { return thread % 32; }
  __device__ int warp() const { return thread / 32; }
  /// Column of y, in the tile, of the first of 8 columns in which a warp has its first values.
  __device__ int column_of(int of_warp) const {
    const int first = (group * 4 + of_warp) * 8;
    if constexpr (S::kind == Kind::gated) return first;
    return first / args.pair * (2 * args.pair) + first % args.pair;
  }
  __device__ int tile_column() const { return tile.n * (S::kind == Kind::gated ? S::w_rows / 2 : S::w_rows); }
  __device__ int low() const { return tile_column() + column_of(warp()) + lane() / 4; }
  __device__ int row_of(int block) const { return 8 * block + lane() % 4 * 2; }  // of the tile
  __device__ void meet() const { ptx::meet(1 + group, 128); }

  /// Before a tile's products.
  __device__ void begin(TilePlace place) {
    tile = place;
    first_row = tile.m * S::rows;
    const int column = low();
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const bool inside =
          S::kind == Kind::gated ? column < args.columns : column + i * args.pair < args.columns;
      scale[i] = inside && args.scale != nullptr ? __ldg(args.scale + column + i * args.pair) : 0.0f;
      bias[i] = inside && args.bias != nullptr ? __ldg(args.bias + column + i * args.pair) : 0.0f;
    }
    if constexpr (S::kind == Kind::qkv) {
      meet();  // the last tile's places have been read
      for (int row = thread; row < S::rows; row += 128)
        places[row] = first_row + row < args.rows ? place_of(args.qkv, first_row + row) : RowPlace{-1, 0};
      meet();
    }
  }
  __device__ void end() const {
    if (thread == 0) ptx::tma_store_wait_read<0>();
  }

  /// A block of 8 rows: times the scales, plus the bias, and GELU.
  __device__ __forceinline__ void complete(int block, float& a, float& b, float& c, float& d) const {
    if (args.scale != nullptr) {
      a = __fmul_rn(a, scale[0]);
      b = __fmul_rn(b, scale[0]);
      c = __fmul_rn(c, scale[1]);
      d = __fmul_rn(d, scale[1]);
    }
    if constexpr (S::operands == DType::f8) {
      const float2 rows = __ldcg(reinterpret_cast<const float2*>(args.x_scale + first_row + row_of(block)));
      a *= rows.x;
      b *= rows.y;
      c *= rows.x;
      d *= rows.y;
    }
    if (args.bias != nullptr) {
      a += bias[0];
      b += bias[0];
      c += bias[1];
      d += bias[1];
    }
    if (S::kind == Kind::plain &&
        (args.epilogue == Epilogue::gelu_f32 || args.epilogue == Epilogue::gelu_bf16)) {
      a = gelu_fast(a);
      b = gelu_fast(b);
      c = gelu_fast(c);
      d = gelu_fast(d);
    }
  }

  __device__ __forceinline__ void finish(typename S::Sums& sums) {
#pragma unroll
    for (int i = 0; i < S::values; i += 4) complete(i / 4, sums[i], sums[i + 1], sums[i + 2], sums[i + 3]);
    if constexpr (S::kind == Kind::gated) {
      write_gated(sums);
    } else if constexpr (S::kind == Kind::qkv) {
      write_qkv(sums);
    } else if (args.f32) {
      write_f32(sums);
    } else {
      write_bf16(sums);
    }
  }

  /// The buffer that no copy reads any more.
  __device__ char* acquire() {
    if (thread == 0) ptx::tma_store_wait_read<1>();
    meet();
    char* const buffer = staging + turn * S::buffer_step;
    turn ^= 1;
    return buffer;
  }
  /// Makes what the warpgroup wrote visible to the copies that its first thread starts.
  __device__ void publish() const {
    ptx::fence_shared_for_tma();
    meet();
  }

  __device__ __forceinline__ void write_f32(const typename S::Sums& sums) {
    constexpr int chunk = S::template chunk<256>;
    const int column = tile_column() + group * 64;
#pragma unroll
    for (int first = 0; first < S::rows; first += chunk) {
      if (first_row + first >= args.rows) break;
      char* const buffer = acquire();
      // Two halves of 32 columns, each in rows of 128 bytes with TMA's swizzle.
      char* const half = buffer + warp() / 2 * (chunk * 128) + lane() / 4 % 4 * 4;
      const int unit = warp() % 2 * 4 + lane() / 16;
#pragma unroll
      for (int row = 0; row < chunk; row += 8) {
        const float* const v = sums + (first + row) / 2;
#pragma unroll
        for (int i = 0; i < 2; ++i) {
          const int in_block = lane() % 4 * 2 + i;
          char* const to = half + (row + in_block) * 128;
          *reinterpret_cast<float*>(to + (unit ^ in_block) * 16) = v[i];
          *reinterpret_cast<float*>(to + ((unit + 2) ^ in_block) * 16) = v[2 + i];
        }
      }
      publish();
      if (thread == 0) {
        for (int i = 0; i < 2 && column + 32 * i < args.columns; ++i) {
          if (args.epilogue == Epilogue::residual_f32) {
            ptx::tma_add(args.y, buffer + i * chunk * 128, column + 32 * i, first_row + first, 0);
          } else {
            ptx::tma_store(args.y, buffer + i * chunk * 128, column + 32 * i, first_row + first, 0);
          }
        }
        ptx::tma_store_commit();
      }
    }
  }

  /// Stages 8 rows of a warp's twice 8 columns as bf16, in rows of 128 bytes with TMA's swizzle.
  __device__ __forceinline__ void stage_bf16(char* rows, const float* v, int low_unit, int high_unit) const {
    const int row = lane() % 8, unit = lane() / 8 % 2 == 0 ? low_unit : high_unit;
    ptx::store_matrices_transposed(rows + row * 128 + (unit ^ row) * 16, pack_bf16(v[0], v[1]),
                                   pack_bf16(v[2], v[3]));
  }

  __device__ __forceinline__ void write_bf16(const typename S::Sums& sums) {
    constexpr int chunk = S::template chunk<128>;
    const int column = tile_column() + group * 64;
#pragma unroll
    for (int first = 0; first < S::rows; first += chunk) {
      if (first_row + first >= args.rows) break;
      char* const buffer = acquire();
#pragma unroll
      for (int row = 0; row < chunk; row += 8)
        stage_bf16(buffer + row * 128, sums + (first + row) / 2, 2 * warp(), 2 * warp() + 1);
      publish();
      if (thread == 0) {
        if (column < args.columns) ptx::tma_store(args.y, buffer, column, first_row + first, 0);
        ptx::tma_store_commit();
      }
    }
  }

  __device__ __forceinline__ void write_gated(const typename S::Sums& sums) {
    constexpr int chunk = S::template chunk<64>;
    const int column = tile_column() + group * 32, row = lane() % 8;
#pragma unroll
    for (int first = 0; first < S::rows; first += chunk) {
      if (first_row + first >= args.rows) break;
      char* const buffer = acquire();
      char* const to = buffer + row * 64 + (warp() ^ row / 2) * 16;
#pragma unroll
      for (int block = 0; block < chunk; block += 8) {
        const float* const v = sums + (first + block) / 2;
        ptx::store_matrices_transposed(to + block * 64,
                                       pack_bf16(silu_fast(v[0]) * v[2], silu_fast(v[1]) * v[3]));
      }
      publish();
      if (thread == 0) {
        if (column < args.columns) ptx::tma_store(args.y, buffer, column, first_row + first, 0);
        ptx::tma_store_commit();
      }
    }
  }

  /// Rotates queries and keys, and writes 16 bytes of a head at a time.
  __device__ __forceinline__ void write_qkv(typename S::Sums& sums) {
    const QkvArguments& qkv = args.qkv;
    constexpr int chunk = S::template chunk<128>;
    const int column = low(), inside = column & (qkv.head_dim - 1);
    if (inside < qkv.rotary_dim && column < (qkv.heads + qkv.kv_heads) * qkv.head_dim) {
#pragma unroll
      for (int block = 0; block < S::blocks; ++block) {
        float* const v = sums + 4 * block;
#pragma unroll
        for (int i = 0; i < 2; ++i) {
          const std::int64_t position = places[row_of(block) + i].position;
          rotate_pair(v[i], v[2 + i], __ldg(qkv.cos_sin + position * args.pair + inside));
        }
      }
    }
    const int to = tile_column();
#pragma unroll
    for (int first = 0; first < S::rows; first += chunk) {
      if (first_row + first >= args.rows) break;
      char* const buffer = staging + turn * S::buffer_step;
      turn ^= 1;
#pragma unroll
      for (int row = 0; row < chunk; row += 8)
        stage_bf16(buffer + row * 128, sums + (first + row) / 2, warp(), 4 + warp());
      meet();
      for (int piece = thread; piece < chunk * 8; piece += 128) {
        const int row = piece / 8, unit = piece % 8;
        const uint4 values = *reinterpret_cast<const uint4*>(buffer + row * 128 + (unit ^ row % 8) * 16);
        const int at = to + column_of(unit % 4) + unit / 4 * args.pair;
        const RowPlace place = places[first + row];
        if (place.slot >= 0 && at < args.columns)
          *reinterpret_cast<uint4*>(qkv_address(qkv, first_row + first + row, place, at)) = values;
      }
    }
  }
};

}  // namespace tilescribe::kernels::gemm_sm90_detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/copy.cuh"
#include "kernels/device/order.cuh"
#include "kernels/ops/linear/gemm_epilogue.cuh"

/// The kernel of gemm_sm80. Tiles of a and w are copied with cp.async into a ring of stages and multiplied
/// with mma.sync. The sums go through shared memory, so bias, residual and result move in 16-byte pieces.
namespace tilescribe::kernels::gemm_sm80_detail {

inline constexpr int threads = 256;  // 8 warps, 2 along the rows and 4 along the columns
inline constexpr int depth = 32;     // values of k per stage, 64 bytes per row
inline constexpr int stages = 3;

struct Arguments {
  const __nv_bfloat16 *a, *w;
  const float* bias;
  const float* scale;
  void* y;
  std::int64_t a_row_stride, a_batch_stride, y_row_stride, y_batch_stride;
  std::int32_t rows, n, k;
  std::int32_t columns;  // of y: n, or n/2 for gated_silu
  std::int32_t m_tiles, n_tiles;
  Epilogue epilogue;
};

struct NoQkv {};

/// A row of a stage is 64 bytes: four units of 16. The units are permuted by row, so the 8 rows of an
/// ldmatrix are in different banks.
inline __device__ std::uint32_t unit_offset(int row, int unit) {
  return static_cast<std::uint32_t>(row * 64 + (unit ^ (row / 2 & 3)) * 16);
}

template <int Rows, int Columns>
struct Layout {
  static constexpr int a_bytes = Rows * 64, w_bytes = Columns * 64;  // bf16 (row, k), (column, k)
  static constexpr int stage_bytes = a_bytes + w_bytes;
  static constexpr int sums_stride = Columns + 4;  // floats; for half of the rows at a time
  static constexpr int sums_bytes = Rows / 2 * sums_stride * 4;
  static constexpr int shared_bytes = stages * stage_bytes > sums_bytes ? stages* stage_bytes : sums_bytes;
};

/// The row of w for column c of a tile. A tile of gated_silu has gate columns, then the matching up columns.
template <int Columns>
__device__ int w_row(const Arguments& args, int n_tile, int c) {
  if (args.epilogue != Epilogue::gated_silu_bf16) return n_tile * Columns + c;
  const int half = Columns / 2, column = n_tile * half + c % half;
  return column < args.columns ? column + (c < half ? 0 : args.columns) : args.n;
}

template <int Rows, int Columns>
__device__ void load_stage(const Arguments& args, std::uint32_t stage, int m_tile, int n_tile,
                           std::int64_t batch, int k0) {
  const int thread = static_cast<int>(threadIdx.x);
#pragma unroll
  for (int i = thread; i < Rows * 4; i += threads) {
    const int r = i / 4, unit = i % 4, row = m_tile * Rows + r, k = k0 + unit * 8;
    const bool inside = row < args.rows && k < args.k;
    const __nv_bfloat16* from =
        inside ? args.a + batch * args.a_batch_stride + row * args.a_row_stride + k : args.a;
    ptx::copy_async(stage + unit_offset(r, unit), from, inside ? 16 : 0);
  }
#pragma unroll
  for (int i = thread; i < Columns * 4; i += threads) {
    const int c = i / 4, unit = i % 4, row = w_row<Columns>(args, n_tile, c), k = k0 + unit * 8;
    const bool inside = row < args.n && k < args.k;
    const __nv_bfloat16* from = inside ? args.w + std::int64_t{row} * args.k + k : args.w;
    ptx::copy_async(stage + Layout<Rows, Columns>::a_bytes + unit_offset(c, unit), from, inside ? 16 : 0);
  }
}

/// Eight sums of a row from shared memory, with the scale and the bias of their columns of w.
struct Eight {
  float v[8];
};
inline __device__ Eight finished_sums(const Arguments& args, const float* sums, int w_row) {
  Eight eight;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    // Not joined with the addition, in any kernel.
    const float sum = args.scale != nullptr ? __fmul_rn(sums[i], __ldg(args.scale + w_row + i)) : sums[i];
    eight.v[i] = sum + (args.bias != nullptr ? __ldg(args.bias + w_row + i) : 0.0f);
  }
  return eight;
}

inline __device__ void write_bf16(__nv_bfloat16* to, const Eight& e) {
  *reinterpret_cast<uint4*>(to) = make_uint4(pack_bf16(e.v[0], e.v[1]), pack_bf16(e.v[2], e.v[3]),
                                             pack_bf16(e.v[4], e.v[5]), pack_bf16(e.v[6], e.v[7]));
}

inline __device__ void write_f32(float* to, const Eight& e, bool add) {
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float4 values = make_float4(e.v[4 * half], e.v[4 * half + 1], e.v[4 * half + 2], e.v[4 * half + 3]);
    auto* const at = reinterpret_cast<float4*>(to + 4 * half);
    if (add) {
      const float4 old = *at;
      values = make_float4(old.x + values.x, old.y + values.y, old.z + values.z, old.w + values.w);
    }
    *at = values;
  }
}

/// Writes eight sums of one row to y. `sums`: the row in shared memory; `c`: the first column in the tile.
template <int Columns>
__device__ void finish(const Arguments& args, const NoQkv&, const float* sums, int c, int row, int n_tile,
                       std::int64_t batch) {
  const bool gated = args.epilogue == Epilogue::gated_silu_bf16;
  const int column = n_tile * (gated ? Columns / 2 : Columns) + c;
  if (column >= args.columns) return;
  Eight result = finished_sums(args, sums + c, column);
  const std::int64_t at = batch * args.y_batch_stride + row * args.y_row_stride + column;
  if (gated) {
    const Eight up = finished_sums(args, sums + c + Columns / 2, column + args.columns);
#pragma unroll
    for (int i = 0; i < 8; ++i) result.v[i] = silu_fast(result.v[i]) * up.v[i];
  } else if (args.epilogue == Epilogue::gelu_f32 || args.epilogue == Epilogue::gelu_bf16) {
#pragma unroll
    for (float& value : result.v) value = gelu_fast(value);
  }
  if (gated || args.epilogue == Epilogue::store_bf16 || args.epilogue == Epilogue::gelu_bf16) {
    write_bf16(static_cast<__nv_bfloat16*>(args.y) + at, result);
  } else {
    write_f32(static_cast<float*>(args.y) + at, result, args.epilogue == Epilogue::residual_f32);
  }
}

/// Writes eight values of one row's queries, keys or values to their places. A tile holds whole heads.
template <int Columns>
__device__ void finish(const Arguments& args, const QkvArguments& qkv, const float* sums, int c, int row,
                       int n_tile, std::int64_t) {
  const int column = n_tile * Columns + c;
  const RowPlace place = place_of(qkv, row);
  if (column >= args.columns || place.slot < 0) return;
  Eight result = finished_sums(args, sums + c, column);
  const int inside = column & (qkv.head_dim - 1), half = qkv.rotary_dim / 2;
  if (inside < qkv.rotary_dim && column < (qkv.heads + qkv.kv_heads) * qkv.head_dim) {
    const bool low = inside < half;
    const int partner = low ? half : -half;
    const Eight other = finished_sums(args, sums + c + partner, column + partner);
    const float2* const angles =
        qkv.cos_sin + std::int64_t{place.position} * half + (low ? inside : inside - half);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const float2 turn = __ldg(angles + i);
      result.v[i] =
          low ? result.v[i] * turn.x - other.v[i] * turn.y : result.v[i] * turn.x + other.v[i] * turn.y;
    }
  }
  write_bf16(qkv_address(qkv, row, place, column), result);
}

/// Order of tiles: 8 row tiles by all column tiles, so neighbours share what they read in the L2 cache.
inline __device__ int2 place_of_tile(const Arguments& args, int tile) {
  constexpr int group = 8;
  const int of_group = group * args.n_tiles, first = tile / of_group * group,
            size = min(group, args.m_tiles - first);
  const int inside = tile % of_group;
  return {first + inside % size, inside / size};
}

template <int Rows, int Columns, class Qkv>
__global__ void __launch_bounds__(threads)
    gemm_sm80_kernel(const Arguments args, const __grid_constant__ Qkv qkv) {
  using L = Layout<Rows, Columns>;
  constexpr int warp_rows = Rows / 2, warp_columns = Columns / 4;
  constexpr int m_parts = warp_rows / 16, n_parts = warp_columns / 8;  // 16 × 8 products of a warp
  extern __shared__ __align__(16) char shared[];
  const std::uint32_t ring = ptx::shared_address(shared);
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const int warp_m = warp / 4, warp_n = warp % 4;
  const int2 tile = place_of_tile(args, static_cast<int>(blockIdx.x));
  const std::int64_t batch = blockIdx.y;

  ptx::wait_for_predecessor();
  ptx::release_successor();

  const int steps = (args.k + depth - 1) / depth;
  for (int s = 0; s < stages - 1; ++s) {
    if (s < steps)
      load_stage<Rows, Columns>(args, ring + s * L::stage_bytes, tile.x, tile.y, batch, s * depth);
    ptx::close_copy_group();
  }

  float sums[m_parts][n_parts][4] = {};
  for (int step = 0; step < steps; ++step) {
    ptx::await_copy_group<stages - 2>();
    __syncthreads();  // the stage has arrived for all, and nobody reads the one that is filled next
    const int next = step + stages - 1;
    if (next < steps) {
      load_stage<Rows, Columns>(args, ring + next % stages * L::stage_bytes, tile.x, tile.y, batch,
                                next * depth);
    }
    ptx::close_copy_group();

    const std::uint32_t a = ring + step % stages * L::stage_bytes, w = a + L::a_bytes;
#pragma unroll
    for (int k = 0; k < depth / 16; ++k) {
      std::uint32_t a_parts[m_parts][4], w_parts[n_parts / 2][4];
#pragma unroll
      for (int i = 0; i < m_parts; ++i)
        ptx::load_matrices(a_parts[i],
                           a + unit_offset(warp_m * warp_rows + i * 16 + lane % 16, 2 * k + lane / 16));
#pragma unroll
      for (int j = 0; j < n_parts / 2; ++j)
        ptx::load_matrices(
            w_parts[j],
            w + unit_offset(warp_n * warp_columns + j * 16 + lane % 8 + lane / 16 * 8, 2 * k + lane / 8 % 2));
#pragma unroll
      for (int i = 0; i < m_parts; ++i) {
#pragma unroll
        for (int j = 0; j < n_parts; ++j)
          ptx::mma_bf16(sums[i][j], a_parts[i], w_parts[j / 2][j % 2 * 2], w_parts[j / 2][j % 2 * 2 + 1]);
      }
    }
  }
  ptx::await_copy_group<0>();

  auto* const staged = reinterpret_cast<float*>(shared);  // (row of half of the tile, column)
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    __syncthreads();
    if (warp_m == half) {
#pragma unroll
      for (int i = 0; i < m_parts; ++i) {
#pragma unroll
        for (int j = 0; j < n_parts; ++j) {
          float* const at =
              staged + (i * 16 + lane / 4) * L::sums_stride + warp_n * warp_columns + j * 8 + lane % 4 * 2;
          *reinterpret_cast<float2*>(at) = make_float2(sums[i][j][0], sums[i][j][1]);
          *reinterpret_cast<float2*>(at + 8 * L::sums_stride) = make_float2(sums[i][j][2], sums[i][j][3]);
        }
      }
    }
    __syncthreads();
    const int out_columns = args.epilogue == Epilogue::gated_silu_bf16 ? Columns / 2 : Columns,
              eights = out_columns / 8;
    for (int i = static_cast<int>(threadIdx.x); i < warp_rows * eights; i += threads) {
      const int r = i / eights, row = tile.x * Rows + half * warp_rows + r;
      if (row < args.rows)
        finish<Columns>(args, qkv, staged + r * L::sums_stride, i % eights * 8, row, tile.y, batch);
    }
  }
}

}  // namespace tilescribe::kernels::gemm_sm80_detail

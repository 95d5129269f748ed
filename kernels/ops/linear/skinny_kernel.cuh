// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/linear/skinny_norm.cuh"
#include "kernels/ops/linear/skinny_result.cuh"

/// y = x·wᵀ for few rows of x. Rows of w are the 16 rows of an mma, rows of x its 8 columns. k is cut into 8
/// fixed slices, one a warp; each is summed in order, and the slices are added in ascending order: the same
/// additions whatever the number of rows and the tile sizes.
///
/// A thread copies the 16-byte pieces that its own mma operands are made of into a ring of its own in shared
/// memory, many stages ahead: the ring is read without any barrier, and what is in flight costs no registers.
namespace tilescribe::kernels {

inline constexpr int skinny_slices = 8;
inline constexpr int skinny_slice_unit = 64;  // a slice is a multiple of this many k values

struct SkinnySizes {
  int tiles;   // of 16 weight rows, in all
  int groups;  // of row_tiles tiles each
  int slice;   // k values a slice, the last one may be shorter
  int slices;  // that hold anything, at most skinny_slices
};
inline SkinnySizes skinny_sizes(const SkinnyLinear& op, int row_tiles) {
  SkinnySizes sizes = {};
  sizes.tiles = op.result == SkinnyResult::gated_silu_bf16 ? op.n / 16 : (op.n + 15) / 16;
  sizes.groups = (sizes.tiles + row_tiles - 1) / row_tiles;
  const int unit = skinny_slices * skinny_slice_unit;
  sizes.slice = (op.k + unit - 1) / unit * skinny_slice_unit;
  sizes.slices = (op.k + sizes.slice - 1) / sizes.slice;
  return sizes;
}

template <int row_tiles_, int batch_tiles_, int chunks_, int cluster_, int stages_, bool resident_>
struct SkinnyConfig {
  static constexpr int row_tiles = row_tiles_;      // tiles of 16 weight rows that a warp takes at once
  static constexpr int batch_tiles = batch_tiles_;  // tiles of 8 rows of x
  static constexpr int chunks = chunks_;            // of 32 k values a stage
  static constexpr int cluster = cluster_;          // blocks that share a group's slices
  static constexpr int stages = stages_;            // of the ring
  static constexpr bool resident = resident_;       // all of x, normed if need be, lies in shared memory
  static constexpr int warps = skinny_slices / cluster;
  static constexpr int threads = 32 * warps;
  static constexpr int weight_pieces = 2 * row_tiles * chunks;  // 16-byte pieces a thread and stage
  static constexpr int pieces = weight_pieces + (resident ? 0 : batch_tiles * chunks);
  static constexpr int tile_pairs = row_tiles * batch_tiles;
  static constexpr int ring_bytes = stages * pieces * threads * 16;
  // A block alone takes one group after another, and its warps' sums have room of their own, twice. A cluster
  // takes one group, and its sums go where the ring was.
  static constexpr int partial_buffers = cluster == 1 ? 2 : 1;
  static constexpr int partial_bytes = partial_buffers * warps * tile_pairs * 32 * 16;
  static constexpr int partial_offset = cluster == 1 ? ring_bytes : 0;
  static constexpr int ring_and_partial_bytes =
      partial_offset + partial_bytes > ring_bytes ? partial_offset + partial_bytes : ring_bytes;
  static constexpr std::size_t shared_bytes(int rows, int padded_k, int rotary_dim) {
    return ring_and_partial_bytes +
           (resident ? static_cast<std::size_t>(rows) * (padded_k * 2 + rotary_dim * 4) : 0);
  }
  static_assert(!resident || (cluster == 1 && batch_tiles == 1),
                "a block of 256 threads, as the norm counts on");
};

inline constexpr int skinny_norm_k = 4096;           // the longest row that is normed inside a product
inline constexpr int skinny_norm_values = 8 * 2048;  // and all rows together: what the block's registers hold

/// x_tiles[k / 32][rows][32], bf16: where 8 bytes from value i of a row on lie.
__device__ inline uint2* in_x_tiles(std::uint8_t* x_tiles, int rows, int row, int i) {
  return reinterpret_cast<uint2*>(x_tiles + ((i / 32) * rows + row) * 64 + (i % 32) * 2);
}

/// Norms the block's rows of x into x_tiles, zeros past k. A thread takes 4 values in each of `passes`.
template <int passes>
__device__ inline void norm_into_tiles(const SkinnyLinear& op, int padded_k, const float4 (&gain)[4],
                                       std::uint8_t* x_tiles) {
  constexpr int most_rows = skinny_norm_values / (passes * norm_pass);
  __shared__ float warp_sums[most_rows][norm_threads / 32];  // (row, warp)
  const int first = 4 * static_cast<int>(threadIdx.x);
  float4 values[most_rows][passes];
#pragma unroll
  for (int row = 0; row < most_rows; ++row) {
#pragma unroll
    for (int pass = 0; pass < passes; ++pass) {
      const int i = first + pass * norm_pass;
      values[row][pass] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
      if (row < op.rows && i < op.k) {
        values[row][pass] =
            *reinterpret_cast<const float4*>(op.residual + static_cast<std::size_t>(row) * op.k + i);
      }
    }
  }
#pragma unroll
  for (int row = 0; row < most_rows; ++row) {
    if (row >= op.rows) break;
    float sum = 0.0f;
#pragma unroll
    for (int pass = 0; pass < passes; ++pass) sum += sum_of_squares(values[row][pass]);
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) warp_sums[row][threadIdx.x / 32] = sum;
  }
  __syncthreads();
#pragma unroll
  for (int row = 0; row < most_rows; ++row) {
    if (row >= op.rows) break;
    const float scale = inverse_rms(warp_sums[row], op.k, op.eps);
#pragma unroll
    for (int pass = 0; pass < passes; ++pass) {
      const int i = first + pass * norm_pass;
      if (i < padded_k)
        *in_x_tiles(x_tiles, op.rows, row, i) = normed_bf16(values[row][pass], scale, gain[pass]);
    }
  }
}

/// Copies the block's rows of x into x_tiles, zeros past k.
__device__ inline void copy_into_tiles(const SkinnyLinear& op, int padded_k, std::uint8_t* x_tiles) {
  const int pieces = padded_k / 8;  // of 8 values a row
#pragma unroll 4
  for (int piece = static_cast<int>(threadIdx.x); piece < op.rows * pieces; piece += norm_threads) {
    const int row = piece / pieces, i = piece % pieces * 8;
    uint4 values = make_uint4(0, 0, 0, 0);
    if (i < op.k) values = *reinterpret_cast<const uint4*>(op.x + static_cast<std::size_t>(row) * op.k + i);
    *reinterpret_cast<uint4*>(in_x_tiles(x_tiles, op.rows, row, i)) = values;
  }
}

/// Brings what the end of qkv_rope_append will look up into shared memory: the rows' places at once, their
/// rotations with the thread's next copy group. `position` is the thread's row's, for the first `rows`
/// threads.
__device__ inline void copy_rotations(const SkinnyLinear& op, const std::int32_t* positions,
                                      float2* rotations) {
  const int pieces = op.qkv.rotary_dim / 4;  // of 16 bytes a row
  for (int i = static_cast<int>(threadIdx.x); i < op.rows * pieces; i += static_cast<int>(blockDim.x)) {
    const int position = positions[i / pieces];
    const float2* from = op.qkv.rotation +
                         static_cast<std::size_t>(max(position, 0)) * (op.qkv.rotary_dim / 2) +
                         i % pieces * 2;
    copy_async(shared_address(rotations + i * 2), from, position >= 0);
  }
}

template <class Config>
__global__ void __launch_bounds__(Config::threads, 1)
    skinny_linear(const SkinnyLinear op, const SkinnySizes sizes) {
  constexpr int row_tiles = Config::row_tiles, batch_tiles = Config::batch_tiles, chunks = Config::chunks;
  constexpr int step_k = 32 * chunks;
  extern __shared__ __align__(128) std::uint8_t shared[];
  float4* partials =
      reinterpret_cast<float4*>(shared + Config::partial_offset);  // (buffer, warp, tile pair, lane)
  std::uint8_t* x_tiles = shared + Config::ring_and_partial_bytes;

  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int g = lane / 4, t = lane % 4;  // the lane's rows of w and column of x; its 8 of 32 k values
  const int rank = Config::cluster == 1 ? 0 : static_cast<int>(blockIdx.x) % Config::cluster;
  const int first_k = (rank * Config::warps + warp) * sizes.slice;
  const int slice_k = min(sizes.slice, op.k - first_k);
  const int steps =
      slice_k > 0 ? (slice_k + skinny_slice_unit - 1) / skinny_slice_unit * (skinny_slice_unit / step_k) : 0;
  const int group_stride = static_cast<int>(gridDim.x) / Config::cluster;
  const int first_group = static_cast<int>(blockIdx.x) / Config::cluster;
  const std::uint32_t ring = shared_address(shared) + threadIdx.x * 16;
  constexpr std::uint32_t piece_bytes = Config::threads * 16, stage_bytes = Config::pieces * piece_bytes;

  // The fetching end of the ring: which weights come next.
  int fetch_group = steps > 0 ? first_group : sizes.groups, fetch_step = 0;
  const __nv_bfloat16* fetch_rows[row_tiles][2];  // the lane's rows of w, at its place in the slice
  auto aim = [&] {
#pragma unroll
    for (int i = 0; i < row_tiles; ++i) {
      const RowPair at = weight_rows(op, min(fetch_group * row_tiles + i, sizes.tiles - 1), g);
      fetch_rows[i][0] = op.w + static_cast<std::size_t>(at.low) * op.k + first_k + 8 * t;
      fetch_rows[i][1] = op.w + static_cast<std::size_t>(at.high) * op.k + first_k + 8 * t;
    }
  };
  auto fetch_weights = [&](std::uint32_t stage) {
    if (fetch_group >= sizes.groups) return;
    const int at = fetch_step * step_k;
#pragma unroll
    for (int i = 0; i < row_tiles; ++i) {
#pragma unroll
      for (int half = 0; half < 2; ++half) {
#pragma unroll
        for (int c = 0; c < chunks; ++c) {
          copy_async(stage + ((i * 2 + half) * chunks + c) * piece_bytes, fetch_rows[i][half] + at + 32 * c,
                     first_k + at + 32 * c + 8 * t < op.k);
        }
      }
    }
    if (++fetch_step == steps) {
      fetch_step = 0;
      fetch_group += group_stride;
      if (fetch_group < sizes.groups) aim();
    }
  };
  // And which of x, where it is not kept: the same slice for every group.
  int x_group = steps > 0 ? first_group : sizes.groups, x_step = 0;
  int x_rows[batch_tiles];  // where the lane's rows of x start
#pragma unroll
  for (int j = 0; j < batch_tiles; ++j) x_rows[j] = min(j * 8 + g, op.rows - 1) * op.k;
  auto fetch_x = [&](std::uint32_t stage) {
    if constexpr (!Config::resident) {
      if (x_group >= sizes.groups) return;
      const int at = first_k + x_step * step_k + 8 * t;
#pragma unroll
      for (int j = 0; j < batch_tiles; ++j) {
#pragma unroll
        for (int c = 0; c < chunks; ++c) {
          copy_async(stage + (Config::weight_pieces + j * chunks + c) * piece_bytes,
                     op.x + (x_rows[j] + at + 32 * c), at + 32 * c < op.k);
        }
      }
      if (++x_step == steps) {
        x_step = 0;
        x_group += group_stride;
      }
    }
  };

  RowPlaces places = {op.qkv.slots, op.qkv.positions, nullptr};
  // Weights do not depend on the kernel before.
  if (steps > 0) aim();
#pragma unroll
  for (int s = 0; s < Config::stages - 1; ++s) {
    fetch_weights(ring + s * stage_bytes);
    if constexpr (Config::resident) close_copy_group();
  }
  if constexpr (Config::resident) {
    float4 gain[4] = {};
#pragma unroll
    for (int pass = 0; pass < 4; ++pass) {
      const int i = 4 * static_cast<int>(threadIdx.x) + pass * norm_pass;
      if (op.x == nullptr && i < op.k) gain[pass] = *reinterpret_cast<const float4*>(op.gain + i);
    }
    wait_for_predecessor();
    release_successor();
    const int padded_k = sizes.slices * sizes.slice;
    const bool rotates = op.result == SkinnyResult::qkv_rope_append;
    __shared__ std::int32_t row_slots[8], row_positions[8];
    if (rotates && static_cast<int>(threadIdx.x) < op.rows) {
      row_slots[threadIdx.x] = op.qkv.slots[threadIdx.x];
      row_positions[threadIdx.x] = op.qkv.positions[threadIdx.x];
    }
    if (op.x != nullptr) {
      copy_into_tiles(op, padded_k, x_tiles);
    } else if (op.k <= 2 * norm_pass) {
      norm_into_tiles<2>(op, padded_k, gain, x_tiles);
    } else {
      norm_into_tiles<4>(op, padded_k, gain, x_tiles);
    }
    __syncthreads();
    if (rotates) {
      float2* rotations = reinterpret_cast<float2*>(x_tiles + op.rows * padded_k * 2);
      copy_rotations(op, row_positions, rotations);
      places = {row_slots, row_positions, rotations};
    }
  } else {
    wait_for_predecessor();
    release_successor();
#pragma unroll
    for (int s = 0; s < Config::stages - 1; ++s) {
      fetch_x(ring + s * stage_bytes);
      close_copy_group();
    }
  }

  std::uint32_t read_stage = ring, write_stage = ring + (Config::stages - 1) * stage_bytes;
  const std::uint32_t ring_end = ring + Config::stages * stage_bytes;
  const std::uint32_t x_at =
      shared_address(x_tiles) + ((first_k / 32) * op.rows + min(g, op.rows - 1)) * 64 + t * 16;
  int buffer = 0;
  for (int group = first_group; group < sizes.groups; group += group_stride) {
    float sums[row_tiles][batch_tiles][4] = {};
    for (int step = 0; step < steps; ++step) {
      await_copy_group<Config::stages - 2>();
      fetch_weights(write_stage);
      fetch_x(write_stage);
      close_copy_group();
#pragma unroll
      for (int c = 0; c < chunks; ++c) {
        uint4 columns[batch_tiles];
#pragma unroll
        for (int j = 0; j < batch_tiles; ++j) {
          columns[j] = Config::resident
                           ? load_shared(x_at + (step * chunks + c) * op.rows * 64)
                           : load_shared(read_stage + (Config::weight_pieces + j * chunks + c) * piece_bytes);
        }
        uint4 weights[row_tiles][2];
#pragma unroll
        for (int i = 0; i < row_tiles; ++i) {
          weights[i][0] = load_shared(read_stage + (i * 2 * chunks + c) * piece_bytes);
          weights[i][1] = load_shared(read_stage + ((i * 2 + 1) * chunks + c) * piece_bytes);
        }
#pragma unroll
        for (int i = 0; i < row_tiles; ++i) {
#pragma unroll
          for (int half = 0; half < 2; ++half) {
#pragma unroll
            for (int j = 0; j < batch_tiles; ++j) {
              multiply_half(sums[i][j], weights[i][0], weights[i][1], columns[j], half);
            }
          }
        }
      }
      read_stage = read_stage + stage_bytes == ring_end ? ring : read_stage + stage_bytes;
      write_stage = write_stage + stage_bytes == ring_end ? ring : write_stage + stage_bytes;
    }

    // Slices together, in ascending order.
    if constexpr (Config::cluster > 1) __syncthreads();  // the ring is used up
    float4* mine = partials + (buffer * Config::warps + warp) * Config::tile_pairs * 32 + lane;
#pragma unroll
    for (int i = 0; i < row_tiles; ++i) {
#pragma unroll
      for (int j = 0; j < batch_tiles; ++j) {
        const float(&sum)[4] = sums[i][j];
        mine[(i * batch_tiles + j) * 32] = make_float4(sum[0], sum[1], sum[2], sum[3]);
      }
    }
    if constexpr (Config::cluster == 1) {
      __syncthreads();
    } else {
      cluster_barrier();
    }
    constexpr int units = Config::tile_pairs * 32 / Config::cluster;  // four sums each, of this block
    for (int unit = rank * units + static_cast<int>(threadIdx.x); unit < (rank + 1) * units;
         unit += Config::threads) {
      float4 parts[skinny_slices];
#pragma unroll
      for (int s = 0; s < skinny_slices; ++s) {
        const int at = (buffer * Config::warps + s % Config::warps) * Config::tile_pairs * 32 + unit;
        parts[s] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        if (s >= sizes.slices) continue;
        if constexpr (Config::cluster == 1) {
          parts[s] = partials[at];
        } else {
          parts[s] = load_cluster(shared_address(partials + at), s / Config::warps);
        }
      }
      float4 sum = parts[0];
#pragma unroll
      for (int s = 1; s < skinny_slices; ++s) {
        sum.x += parts[s].x;
        sum.y += parts[s].y;
        sum.z += parts[s].z;
        sum.w += parts[s].w;
      }
      const int pair = unit / 32, unit_g = unit % 32 / 4;
      const int tile = group * row_tiles + pair / batch_tiles;
      const int row = pair % batch_tiles * 8 + unit % 4 * 2;
      if (tile < sizes.tiles && row < op.rows) store_result(op, places, tile, unit_g, row, sum.x, sum.z);
      if (tile < sizes.tiles && row + 1 < op.rows)
        store_result(op, places, tile, unit_g, row + 1, sum.y, sum.w);
    }
    if constexpr (Config::cluster == 1) {
      buffer ^= 1;  // the next group's sums go where nobody reads any more
    } else {
      cluster_barrier();
    }
  }
}

}  // namespace tilescribe::kernels

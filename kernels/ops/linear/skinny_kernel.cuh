// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "kernels/device/launch.h"
#include "kernels/device/mma.cuh"
#include "kernels/device/order.cuh"
#include "kernels/ops/linear/eight_bit.cuh"
#include "kernels/ops/linear/eight_bit_layout.h"
#include "kernels/ops/linear/skinny_config.h"
#include "kernels/ops/linear/skinny_input.cuh"
#include "kernels/ops/linear/skinny_result.cuh"

/// y = x·wᵀ for few rows of x. Rows of w are the 16 rows of an mma, rows of x its 8 columns. k is divided
/// into 8 fixed slices, one per warp. Each slice is summed in order, and the slices are added in ascending
/// order: the same additions for any number of rows and all tile sizes.
/// A thread copies the 16-byte pieces for its own mma operands into its own ring in shared memory, many
/// stages ahead. So the ring is read without barriers, and data in flight costs no registers.
/// Weights in eight bits become bf16 in registers. The sum of all slices is multiplied by the row's scale.
namespace tilescribe::kernels {

/// The sums of a unit: rows g and g + 8 of a tile, for rows `row` and `row` + 1 of x.
struct Unit {
  int tile, g, row;
  __device__ Unit(int unit, int group, int batch_tiles, int group_tiles)
      : tile(group * group_tiles + unit / 32 / batch_tiles),
        g(unit % 32 / 4),
        row(unit / 32 % batch_tiles * 8 + unit % 4 * 2) {}
};

template <class Config>
__global__ void __launch_bounds__(Config::threads, Config::blocks)
    skinny_linear(const SkinnyArguments op, const SkinnySizes sizes) {
  constexpr int row_tiles = Config::row_tiles, batch_tiles = Config::batch_tiles, chunks = Config::chunks;
  constexpr int step_k = 32 * chunks, row_pieces = Config::row_pieces;
  constexpr int unit_k =
      Config::eight_bits ? eight_bit_unit : 32;  // values of a row in a quad's pieces of 16 bytes
  constexpr bool alternates = Config::eight_bits && chunks == 1;  // only every second step begins a unit
  using Value = std::conditional_t<Config::eight_bits, std::int8_t, __nv_bfloat16>;
  extern __shared__ __align__(128) std::uint8_t shared[];
  float4* partials =
      reinterpret_cast<float4*>(shared + Config::partial_offset);  // (buffer, warp, tile pair, lane)
  std::uint8_t* x_tiles = shared + Config::ring_and_partial_bytes;

  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int g = lane / 4, t = lane % 4;  // the lane's rows of w and column of x; its 8 of 32 k values
  const int rank = Config::cluster == 1 ? 0 : static_cast<int>(blockIdx.x) % Config::cluster;
  const int row_warp = warp % Config::row_warps, slice = warp / Config::row_warps;  // within the block
  const int first_k = (rank * Config::slices + slice) * sizes.slice;
  const int slice_k = min(sizes.slice, op.k - first_k);
  const int steps =
      slice_k > 0 ? (slice_k + skinny_slice_unit - 1) / skinny_slice_unit * (skinny_slice_unit / step_k) : 0;
  const int group_stride = static_cast<int>(gridDim.x) / Config::cluster;
  const int first_group = static_cast<int>(blockIdx.x) / Config::cluster;
  const std::uint32_t ring = ptx::shared_address(shared) + threadIdx.x * 16;
  const std::uint32_t x_in_stage =
      Config::x_offset + (slice * Config::x_pieces * 32 + lane) * 16 - threadIdx.x * 16;
  constexpr std::uint32_t piece_bytes = Config::threads * 16, stage_bytes = Config::stage_bytes;

  // The write end of the ring: the weights to fetch next.
  int fetch_group = steps > 0 ? first_group : sizes.groups, fetch_step = 0;
  const Value* fetch_rows[row_tiles][2];  // the lane's rows of w, at its place in the slice
  const int row_values =
      Config::eight_bits ? (op.k + eight_bit_unit - 1) / eight_bit_unit * eight_bit_unit : op.k;
  auto aim = [&] {
#pragma unroll
    for (int i = 0; i < row_tiles; ++i) {
      const RowPair at = weight_rows(
          op, min(fetch_group * Config::group_tiles + row_warp * row_tiles + i, sizes.tiles - 1), g);
      const Value* const from = static_cast<const Value*>(op.w) + first_k + unit_k / 4 * t;
      fetch_rows[i][0] = from + static_cast<std::size_t>(at.low) * row_values;
      fetch_rows[i][1] = from + static_cast<std::size_t>(at.high) * row_values;
    }
  };
  auto fetch_weights = [&](std::uint32_t stage) {
    if (fetch_group >= sizes.groups) return;
    const int at = fetch_step * step_k;
    if (!alternates || fetch_step % 2 == 0) {
#pragma unroll
      for (int i = 0; i < row_tiles; ++i) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
#pragma unroll
          for (int c = 0; c < row_pieces; ++c) {
            // A row in eight bits is padded to whole units.
            const bool inside = Config::eight_bits || first_k + at + 32 * c + 8 * t < op.k;
            ptx::copy_async<true>(stage + ((i * 2 + half) * row_pieces + c) * piece_bytes,
                                  fetch_rows[i][half] + at + unit_k * c, inside ? 16 : 0);
          }
        }
      }
    }
    if (++fetch_step == steps) {
      fetch_step = 0;
      fetch_group += group_stride;
      if (fetch_group < sizes.groups) aim();
    }
  };
  // The same for x, if it is not resident: the same slice for every group, shared by its row warps.
  int x_group = steps > 0 ? first_group : sizes.groups, x_step = 0;
  constexpr int own_pieces = (Config::x_pieces + Config::row_warps - 1) / Config::row_warps;
  int x_from[own_pieces + 1], x_k[own_pieces + 1];  // where the lane's own pieces start in x and in the slice
#pragma unroll
  for (int i = 0; i < own_pieces; ++i) {
    const int piece = i * Config::row_warps + row_warp;
    const int row = piece / chunks * 8 + g, k = first_k + piece % chunks * 32 + 8 * t;
    x_k[i] = row < op.rows ? k : op.k;  // past the last row nothing is read: many copies of one row are slow
    x_from[i] = min(row, op.rows - 1) * op.k + k;
  }
  auto fetch_x = [&](std::uint32_t stage) {
    if constexpr (!Config::resident) {
      if (x_group >= sizes.groups) return;
      const int at = x_step * step_k;
#pragma unroll
      for (int i = 0; i < own_pieces; ++i) {
        if (i * Config::row_warps + row_warp >= Config::x_pieces) break;  // the last ones may have fewer
        ptx::copy_async<true>(stage + x_in_stage + (i * Config::row_warps + row_warp) * 512,
                              op.x + (x_from[i] + at), x_k[i] + at < op.k ? 16 : 0);
      }
      if (++x_step == steps) {
        x_step = 0;
        x_group += group_stride;
      }
    }
  };

  const bool rotates = op.epilogue == Epilogue::qkv_rope;
  __shared__ std::int32_t row_slots[8 * batch_tiles], row_positions[8 * batch_tiles];
  RowPlaces places = {row_slots, row_positions, nullptr};
  [[maybe_unused]] CarriedRotation carried;
  [[maybe_unused]] float2* rotations =
      reinterpret_cast<float2*>(x_tiles + op.rows * sizes.slices * sizes.slice * 2);  // [rows, rotary_dim/2]
  auto copy_places = [&] {
    const int row = static_cast<int>(threadIdx.x);
    if (!rotates || row >= op.rows) return;
    row_slots[row] = op.qkv.slots[row];
    row_positions[row] = op.qkv.positions[row];
  };
  // Weights do not depend on the previous kernel.
  if (steps > 0) aim();
#pragma unroll
  for (int s = 0; s < Config::stages - 1; ++s) {
    fetch_weights(ring + s * stage_bytes);
    if constexpr (Config::resident) ptx::close_copy_group();
  }
  if constexpr (Config::resident) {
    float4 gain[skinny_norm_passes] = {};
#pragma unroll
    for (int pass = 0; pass < skinny_norm_passes; ++pass) {
      const int i = 4 * static_cast<int>(threadIdx.x) + pass * norm_pass;
      if (op.x == nullptr && i < op.k) gain[pass] = *reinterpret_cast<const float4*>(op.gain + i);
    }
    ptx::wait_for_predecessor();
    ptx::release_successor();
    const int padded_k = sizes.slices * sizes.slice;
    copy_places();
    carried.find(op);
    if (op.x != nullptr) {
      copy_into_tiles(op, padded_k, x_tiles);
    } else {
      norm_into_tiles(op, padded_k, gain, x_tiles);
    }
    __syncthreads();
    carried.load(op);
    if (CarriedRotation::fits(op)) places.rotation = rotations;
  } else {
    ptx::wait_for_predecessor();
    ptx::release_successor();
#pragma unroll
    for (int s = 0; s < Config::stages - 1; ++s) {
      fetch_x(ring + s * stage_bytes);
      ptx::close_copy_group();
    }
    copy_places();
  }

  std::uint32_t read_stage = ring, write_stage = ring + (Config::stages - 1) * stage_bytes;
  const std::uint32_t ring_end = ring + Config::stages * stage_bytes;
  const std::uint32_t x_at =
      ptx::shared_address(x_tiles) + ((first_k / 32) * op.rows + min(g, op.rows - 1)) * 64 + t * 16;
  int buffer = 0;
  // A unit is the four sums that a lane has of a tile pair. This block finishes its rank's share of them.
  constexpr int share = Config::row_warps * Config::tile_pairs * 32 / Config::cluster;
  constexpr int units = (share + Config::threads - 1) / Config::threads;  // per thread
  for (int group = first_group; group < sizes.groups; group += group_stride) {
    [[maybe_unused]] float2 scales[units];  // of the units' rows g and g + 8: loaded during the product
    if constexpr (Config::eight_bits) {
#pragma unroll
      for (int u = 0; u < units; ++u) {
        const int in_share = u * Config::threads + static_cast<int>(threadIdx.x);
        const Unit unit(rank * share + in_share, group, batch_tiles, Config::group_tiles);
        scales[u] = make_float2(0.0f, 0.0f);
        if (in_share >= share || unit.tile >= sizes.tiles) continue;
        const RowPair at = weight_rows(op, unit.tile, unit.g);
        scales[u] = make_float2(op.scale[at.low], op.scale[at.high]);
      }
    }
    [[maybe_unused]] uint4 stored[row_tiles][2] = {};  // a unit in eight bits
    float sums[row_tiles][batch_tiles][4] = {};
    // Warps that share x meet at every stage: its pieces have arrived for all, and the previous stage is
    // free. All of a block meet equally often, whatever their slices contain.
    const int meetings = Config::row_warps > 1 ? sizes.slice / step_k : steps;
    for (int step = 0; step < meetings; ++step) {
      if (step < steps) ptx::await_copy_group<Config::stages - 2>();
      if constexpr (Config::row_warps > 1) ptx::meet(1 + slice, Config::row_warps * 32);
      if (step >= steps) continue;
      fetch_weights(write_stage);
      fetch_x(write_stage);
      ptx::close_copy_group();
#pragma unroll
      for (int c = 0; c < chunks; ++c) {
        uint4 columns[batch_tiles];
#pragma unroll
        for (int j = 0; j < batch_tiles; ++j) {
          columns[j] = Config::resident ? ptx::load_shared(x_at + (step * chunks + c) * op.rows * 64)
                                        : ptx::load_shared(read_stage + x_in_stage + (j * chunks + c) * 512);
        }
        uint4 weights[row_tiles][2];
        if constexpr (Config::eight_bits) {
          const bool second = alternates ? step % 2 != 0 : c % 2 != 0;  // half of the unit
#pragma unroll
          for (int i = 0; i < row_tiles; ++i) {
#pragma unroll
            for (int half = 0; half < 2; ++half) {
              uint4& unit = stored[i][half];
              if (!second)
                unit = ptx::load_shared(read_stage + ((i * 2 + half) * row_pieces + c / 2) * piece_bytes);
              weights[i][half] = as_bf16<Config::stored>(second ? unit.z : unit.x, second ? unit.w : unit.y);
            }
          }
        } else {
#pragma unroll
          for (int i = 0; i < row_tiles; ++i) {
            weights[i][0] = ptx::load_shared(read_stage + (i * 2 * chunks + c) * piece_bytes);
            weights[i][1] = ptx::load_shared(read_stage + ((i * 2 + 1) * chunks + c) * piece_bytes);
          }
        }
#pragma unroll
        for (int i = 0; i < row_tiles; ++i) {
#pragma unroll
          for (int half = 0; half < 2; ++half) {
#pragma unroll
            for (int j = 0; j < batch_tiles; ++j) {
              ptx::mma_half(sums[i][j], weights[i][0], weights[i][1], columns[j], half);
            }
          }
        }
      }
      read_stage = read_stage + stage_bytes == ring_end ? ring : read_stage + stage_bytes;
      write_stage = write_stage + stage_bytes == ring_end ? ring : write_stage + stage_bytes;
    }

    // Add the slices in ascending order.
    if constexpr (Config::cluster > 1) __syncthreads();  // the ring is not needed any more
    float4* mine = partials + (buffer * Config::warps + warp) * Config::tile_pairs * 32 + lane;
#pragma unroll
    for (int i = 0; i < row_tiles; ++i) {
#pragma unroll
      for (int j = 0; j < batch_tiles; ++j) {
        const float(&sum)[4] = sums[i][j];
        mine[(i * batch_tiles + j) * 32] = make_float4(sum[0], sum[1], sum[2], sum[3]);
      }
    }
    if constexpr (Config::resident) {
      if (group == first_group) carried.store(rotations);
    }
    __syncthreads();  // this block's sums, and the places of its rows
    if constexpr (Config::cluster > 1) ptx::cluster_arrive();
    float2 turns[units][2];
#pragma unroll
    for (int u = 0; u < units; ++u) {
      const Unit unit(rank * share + u * Config::threads + static_cast<int>(threadIdx.x), group, batch_tiles,
                      Config::group_tiles);
      turns[u][0] = turns[u][1] = make_float2(1.0f, 0.0f);
      if (!rotates || u * Config::threads + static_cast<int>(threadIdx.x) >= share ||
          unit.tile >= sizes.tiles)
        continue;
      if (unit.row < op.rows) turns[u][0] = rotation_of(op, places, unit.tile, unit.g, unit.row);
      if (unit.row + 1 < op.rows) turns[u][1] = rotation_of(op, places, unit.tile, unit.g, unit.row + 1);
    }
    if constexpr (Config::cluster > 1) ptx::cluster_wait();
    float4 parts[units][skinny_slices];
#pragma unroll
    for (int u = 0; u < units; ++u) {
      const int in_share = u * Config::threads + static_cast<int>(threadIdx.x);
#pragma unroll
      for (int s = 0; s < skinny_slices; ++s) {
        parts[u][s] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        if (s >= sizes.slices || in_share >= share) continue;
        const int at =
            (buffer * Config::warps + s % Config::slices * Config::row_warps) * Config::tile_pairs * 32 +
            rank * share + in_share;
        if constexpr (Config::cluster == 1) {
          parts[u][s] = partials[at];
        } else {
          parts[u][s] = ptx::load_cluster(ptx::shared_address(partials + at), s / Config::slices);
        }
      }
    }
    if constexpr (Config::cluster > 1) ptx::cluster_arrive();  // this block has finished reading
#pragma unroll
    for (int u = 0; u < units; ++u) {
      const int in_share = u * Config::threads + static_cast<int>(threadIdx.x);
      const Unit unit(rank * share + in_share, group, batch_tiles, Config::group_tiles);
      float4 sum = parts[u][0];
#pragma unroll
      for (int s = 1; s < skinny_slices; ++s) {
        sum.x += parts[u][s].x;
        sum.y += parts[u][s].y;
        sum.z += parts[u][s].z;
        sum.w += parts[u][s].w;
      }
      if constexpr (Config::eight_bits) {  // not joined with the bias's addition, in any kernel
        sum.x = __fmul_rn(sum.x, scales[u].x);
        sum.y = __fmul_rn(sum.y, scales[u].x);
        sum.z = __fmul_rn(sum.z, scales[u].y);
        sum.w = __fmul_rn(sum.w, scales[u].y);
      }
      if (in_share >= share || unit.tile >= sizes.tiles) continue;
      if (unit.row < op.rows)
        store_result(op, places, unit.tile, unit.g, unit.row, sum.x, sum.z, turns[u][0]);
      if (unit.row + 1 < op.rows) {
        store_result(op, places, unit.tile, unit.g, unit.row + 1, sum.y, sum.w, turns[u][1]);
      }
    }
    if constexpr (Config::cluster == 1) buffer ^= 1;  // the next group's sums go to the other buffer
  }
  if constexpr (Config::cluster > 1) ptx::cluster_wait();  // nobody reads this block's shared memory any more
}

/// Launches the product with a configuration.
template <class Config>
void launch_skinny_config(const SkinnyArguments& op, CudaStream& stream) {
  const SkinnySizes sizes =
      skinny_sizes(op.n, op.k, op.epilogue == Epilogue::gated_silu_bf16, Config::group_tiles);
  const int blocks = Config::cluster > 1 ? sizes.groups * Config::cluster
                                         : std::min(sizes.groups, stream.gpu().multiprocessors);
  launch(stream,
         {.name = "skinny_linear",
          .grid = dim3(static_cast<unsigned>(blocks)),
          .threads = Config::threads,
          .shared_bytes = Config::shared_bytes(op.rows, sizes.slices * sizes.slice, op.qkv.rotary_dim),
          .cluster = Config::cluster,
          .order = overlapping},
         skinny_linear<Config>, op, sizes);
}

}  // namespace tilescribe::kernels

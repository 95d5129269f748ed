// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

#include "kernels/device/order.cuh"
#include "kernels/device/pipeline.cuh"
#include "kernels/device/tma.cuh"
#include "kernels/device/wgmma.cuh"
#include "kernels/ops/linear/eight_bit.cuh"
#include "kernels/ops/linear/product_plan.h"
#include "kernels/ops/linear/skinny_config.h"
#include "kernels/ops/linear/skinny_wgmma_result.cuh"

/// y = x·wᵀ for up to 64 rows of x on Hopper: 64 rows of w are the rows of a wgmma, rows of x its columns.
/// The sums have the same bits as skinny_linear's: the same 8 slices of k, in each slice the same 16 values
/// per instruction in the same order, and the slices added in ascending order. (For the same 16 values, wgmma
/// and mma.sync give the same bits; measured on an H200.)
/// Two blocks of a cluster have half of the slices each, and keep their half of x in shared memory for all
/// their tiles. In each block, one warp copies weights into a ring, and two warpgroups multiply alternate
/// tiles: while one multiplies, the other passes on its sums. The first block's go to the second, which adds
/// its own and writes the result.
/// Weights in eight bits become bf16 in registers. The sum of all slices is multiplied by its row's scale.
namespace tilescribe::kernels::skinny_wgmma_detail {

inline constexpr int cluster = 2, block_slices = skinny_slices / cluster;
inline constexpr int groups = 2, consumers = 128 * groups;  // warpgroups that multiply; their threads
inline constexpr int threads = consumers + 128;
inline constexpr int tile_rows = 64;               // rows of w
inline constexpr int row_bytes = 128, depth = 64;  // of a row of a tile in shared memory; its values
inline constexpr int step_depth = 2 * depth;       // k values of a step: two tiles side by side
inline constexpr int box_rows = 32;                // rows of w that one tensor copy moves
inline constexpr int box_bytes = box_rows * row_bytes;
inline constexpr int w_tile_bytes = tile_rows * row_bytes;
inline constexpr int ring_bytes = 8 * w_tile_bytes;

/// What follows from the number of rows of x, at most: 32 or 64; and from the type of w.
template <int rows_, DType stored_>
struct Sizes {
  static constexpr DType stored = stored_;
  static constexpr bool eight_bits = in_eight_bits(stored);
  static constexpr int w_tiles =
      eight_bits ? 1 : 2;  // of a step: 128 values of a row in eight bits are one tile's
  static constexpr int stage_bytes = w_tiles * w_tile_bytes, stages = ring_bytes / stage_bytes;
  using Ring = Pipeline<stages>;
  static constexpr int rows = rows_;
  static constexpr int pairs = rows / 8;  // float4s of sums per thread: two rows of w by two of x
  static constexpr int x_tile_bytes = rows * row_bytes, x_bytes = 2 * x_tile_bytes;  // the latter of a step
  static constexpr int sums_bytes = tile_rows * rows * 4;
  using Sums = float[block_slices][rows / 2];
};

struct Arguments {
  CUtensorMap w;  // (k, row), tiles of 64 × 32, in eight bits of 128 × 32
  CUtensorMap x;  // (k, row), tiles of 64 × rows
  SkinnyArguments op;
  int tiles;        // of 64 rows of w
  int slice_steps;  // steps per slice
};

/// The row of w, of 8, that lanes 4g to 4g + 3 multiply: 0, 4, 1, 5, … So 8 lanes in turn read all banks.
__device__ inline int row_of_lanes(int g) {
  return g / 2 + g % 2 * 4;
}

template <class S>
struct Block {
  using Ring = typename S::Ring;
  using Turn = typename Ring::Turn;
  static constexpr int stages = S::stages, stage_bytes = S::stage_bytes;
  const Arguments& args;
  char* ring_stages;
  char* x_tiles;  // [steps][2][rows][128 bytes]
  char* carried;  // the first block's sums, [group][pair][128 threads][16 bytes]
  Ring ring;
  ptx::Barrier* carried_full;   // [group]
  ptx::Barrier* carried_empty;  // [group]: the second block has read what this group sent
  ptx::Barrier* turns;          // [group]: the other group has read its tile from the ring
  ptx::Barrier* arranged;       // [stage]: x of the step in this stage is in order
  int rank, first_tile, tile_step;

  __device__ int steps() const { return block_slices * args.slice_steps; }  // per tile
  __device__ int first_k(int step) const { return (rank * steps() + step) * step_depth; }
  __device__ bool gated() const { return args.op.epilogue == Epilogue::gated_silu_bf16; }

  __device__ void load_w(int stage, int tile, int step) const {
    // Gate and up rows of the same values go together.
    const int low = weight_rows(args.op, 4 * tile, 0).low;
    const int high = gated() ? args.op.n / 2 + low : low + box_rows;
#pragma unroll
    for (int half = 0; half < S::w_tiles; ++half) {
      char* const to = ring_stages + stage * stage_bytes + half * w_tile_bytes;
      const int k = first_k(step) + half * depth;
      ptx::tma_load(to, args.w, ring.full({stage}), k, low);
      ptx::tma_load(to + box_bytes, args.w, ring.full({stage}), k, high);
    }
  }
  __device__ void load_x(int stage, int step) const {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      ptx::tma_load(x_tiles + step * S::x_bytes + half * S::x_tile_bytes, args.x, ring.full({stage}),
                    first_k(step) + half * depth, 0);
    }
  }

  /// One thread of the warp that copies. x comes with the first tile.
  __device__ void produce() const {
    Turn at;
    const int ahead = min(stages, steps());
    // Weights do not depend on the previous kernel.
    for (int step = 0; step < ahead; ++step) {
      ring.expect({step}, stage_bytes + S::x_bytes);
      load_w(step, first_tile, step);
    }
    ptx::wait_for_predecessor();
    for (int step = 0; step < ahead; ++step) load_x(step, step);
    at.skip(ahead);
    int first_step = ahead;
    for (int tile = first_tile; tile < args.tiles; tile += tile_step) {
      for (int step = first_step; step < steps(); ++step) {
        const bool with_x = tile == first_tile;
        ring.await_empty(at);
        ring.expect(at, stage_bytes + (with_x ? S::x_bytes : 0));
        load_w(at.stage, tile, step);
        if (with_x) load_x(at.stage, step);
        at.step();
      }
      first_step = 0;
    }
  }

  /// Brings a step of x into the order in which a thread of skinny_linear has it: of four pieces of 8
  /// consecutive values, word i of each becomes piece i.
  __device__ static void arrange(char* x, int thread) {
    for (int i = thread; i < 4 * S::rows; i += 128) {
      const int row = i % S::rows, tile = i / S::rows / 2, half = i / S::rows % 2;
      uint4* pieces[4];
      uint4 v[4];
#pragma unroll
      for (int p = 0; p < 4; ++p) {
        const int place = (4 * half + p) ^ (row % 8);  // TMA's swizzle
        pieces[p] = reinterpret_cast<uint4*>(x + tile * S::x_tile_bytes + row * row_bytes + place * 16);
        v[p] = *pieces[p];
      }
      *pieces[0] = make_uint4(v[0].x, v[1].x, v[2].x, v[3].x);
      *pieces[1] = make_uint4(v[0].y, v[1].y, v[2].y, v[3].y);
      *pieces[2] = make_uint4(v[0].z, v[1].z, v[2].z, v[3].z);
      *pieces[3] = make_uint4(v[0].w, v[1].w, v[2].w, v[3].w);
    }
    ptx::fence_shared_for_tma();
  }
  /// The second warpgroup does this while the first multiplies the first tile.
  __device__ void arrange_all(int thread) const {
    Turn at;
    for (int step = 0; step < steps(); ++step) {
      ring.await_full(at);
      arrange(x_tiles + step * S::x_bytes, thread);
      __syncwarp();
      if (thread % 32 == 0) ptx::barrier_arrive(arranged + at.stage);
      at.step();
    }
  }

  /// A warpgroup that multiplies. thread: 0 to 127.
  __device__ void consume(int group, int thread) const {
    Turn at;
    typename S::Sums sums;
    // A parity only distinguishes adjacent phases, so a group must not wait for stages that the other has yet
    // to reach.
    unsigned turn = 0;
    auto finish = [&](int tile) {
      if (thread % 32 == 0) ptx::barrier_arrive(turns + (1 - group));
      at.skip(steps());  // the other group's tile
      pass_on(sums, group, thread, tile, turn);
      turn ^= 1;
    };
    int tile = first_tile + group * tile_step;
    if (group == 0) {
      multiply<true>(sums, thread, at);
      finish(tile);
      tile += groups * tile_step;
    } else {
      at.skip(steps());
      arrange_all(thread);
    }
    for (; tile < args.tiles; tile += groups * tile_step) {
      ptx::barrier_wait(turns + group, turn ^ (group == 0 ? 1u : 0u));
      multiply<false>(sums, thread, at);
      finish(tile);
    }
  }

  /// The sums of the block's slices for a tile. `first`: x is being arranged.
  template <bool first>
  __device__ __forceinline__ void multiply(typename S::Sums& sums, int thread, Turn& at) const {
    const int lane = thread % 32, unit = thread / 32, row = row_of_lanes(lane / 4), t = lane % 4;
    // The thread's pieces of 8 values: of two rows, from the first and second 32 values of a tile.
    const unsigned low =
        ptx::shared_address(ring_stages) + (gated() ? 8 * unit + row : 16 * unit + row) * row_bytes;
    const unsigned high = low + (gated() ? box_rows : 8) * row_bytes;
    const unsigned piece = (t ^ row) * 16, other_piece = piece ^ 64;
    const unsigned from[4] = {low + piece, high + piece, low + other_piece, high + other_piece};
    const std::uint64_t columns = ptx::tile_descriptor(x_tiles);
    // In eight bits the thread's piece of a row has its values of one tile of x: of both halves.
    auto multiply_tile = [&](float(&sum)[S::rows / 2], std::uint32_t(&w)[4][4], unsigned w_at, unsigned x_at,
                             int tile) {
      [[maybe_unused]] uint4 stored[2];
      if constexpr (S::eight_bits) {
        stored[0] = ptx::load_shared(from[2 * tile] + w_at);
        stored[1] = ptx::load_shared(from[2 * tile + 1] + w_at);
      }
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        uint4 a, b;
        if constexpr (S::eight_bits) {
          a = half == 0 ? as_bf16<S::stored>(stored[0].x, stored[0].y)
                        : as_bf16<S::stored>(stored[0].z, stored[0].w);
          b = half == 0 ? as_bf16<S::stored>(stored[1].x, stored[1].y)
                        : as_bf16<S::stored>(stored[1].z, stored[1].w);
        } else {
          a = ptx::load_shared(from[2 * half] + w_at);
          b = ptx::load_shared(from[2 * half + 1] + w_at);
        }
        w[2 * half][0] = a.x;
        w[2 * half][1] = b.x;
        w[2 * half][2] = a.y;
        w[2 * half][3] = b.y;
        w[2 * half + 1][0] = a.z;
        w[2 * half + 1][1] = b.z;
        w[2 * half + 1][2] = a.w;
        w[2 * half + 1][3] = b.w;
      }
      ptx::wgmma_fence();
#pragma unroll
      for (int i = 0; i < 4; ++i) ptx::wgmma(sum, w[i], ptx::advance(columns, x_at + 32 * i), 1);
      ptx::wgmma_commit();
      ptx::wgmma_wait<1>();
    };
    std::uint32_t w[2][4][4];
    unsigned x_at = 0;
#pragma unroll
    for (int slice = 0; slice < block_slices; ++slice) {
#pragma unroll
      for (float& value : sums[slice]) value = 0.0f;
      for (int step = 0; step < args.slice_steps; ++step) {
        ring.await_full(at);
        if constexpr (first) ptx::barrier_wait(arranged + at.stage, at.parity);
        const auto w_at = static_cast<unsigned>(at.stage * stage_bytes);
        multiply_tile(sums[slice], w[0], w_at, x_at, 0);
        multiply_tile(sums[slice], w[1], w_at + (S::eight_bits ? 0 : w_tile_bytes), x_at + S::x_tile_bytes,
                      1);
        if (lane == 0) ring.leave(at.stage);  // its weights are in registers
        x_at += S::x_bytes;
        at.step();
      }
      ptx::wgmma_wait<0>();
      ptx::settle(sums[slice]);
    }
  }

  /// Adds the block's slices to those before. Sends them to the second block, or writes them.
  __device__ __forceinline__ void pass_on(typename S::Sums& sums, int group, int thread, int tile,
                                          unsigned parity) const {
    const bool begins = tile < first_tile + groups * tile_step,
               ends = tile + groups * tile_step >= args.tiles;
    char* const mine = carried + group * S::sums_bytes + thread * 16;
    if (begins) ptx::cluster_wait();  // the other block's barriers exist
    float4 totals[S::pairs] = {};
    if (rank > 0) {
      if (thread == 0) ptx::barrier_arrive_expect(carried_full + group, S::sums_bytes);
      ptx::barrier_wait(carried_full + group, parity);
#pragma unroll
      for (int pair = 0; pair < S::pairs; ++pair)
        totals[pair] = *reinterpret_cast<const float4*>(mine + pair * 2048);
      __syncwarp();
      if (!ends && thread % 32 == 0)
        ptx::cluster_barrier_arrive(ptx::cluster_address(carried_empty + group, rank - 1));
    }
#pragma unroll
    for (int pair = 0; pair < S::pairs; ++pair) {
#pragma unroll
      for (int slice = 0; slice < block_slices; ++slice) {
        const float* const four = sums[slice] + 4 * pair;
        const float4 part = make_float4(four[0], four[1], four[2], four[3]);
        if (slice == 0 && rank == 0) {
          totals[pair] = part;
        } else {
          add(totals[pair], part);
        }
      }
    }
    if (rank == cluster - 1) {
      const int lane = thread % 32;
      write<S::eight_bits>(args.op, weight_rows(args.op, 4 * tile + thread / 32, row_of_lanes(lane / 4)),
                           2 * (lane % 4), totals);
    } else {
      ptx::barrier_wait(carried_empty + group, parity ^ 1u);
      const unsigned to = ptx::cluster_address(mine, rank + 1),
                     arrival = ptx::cluster_address(carried_full + group, rank + 1);
#pragma unroll
      for (int pair = 0; pair < S::pairs; ++pair) ptx::cluster_store(to + pair * 2048, totals[pair], arrival);
    }
  }
};

template <class S>
__global__ void __launch_bounds__(threads, 1) skinny_wgmma(const __grid_constant__ Arguments args) {
#if defined(TILESCRIBE_SM90A)
  extern __shared__ char dynamic_shared[];
  char* const ring_stages = dynamic_shared + (1024 - ptx::shared_address(dynamic_shared) % 1024) % 1024;
  char* const x_tiles = ring_stages + ring_bytes;
  char* const carried = x_tiles + block_slices * args.slice_steps * S::x_bytes;
  constexpr int stages = S::stages;
  __shared__ ptx::Barrier barriers[2 * stages + 3 * groups + stages];
  ptx::Barrier* const others = barriers + 2 * stages;
  const int thread = static_cast<int>(threadIdx.x), block = static_cast<int>(blockIdx.x);
  const Block<S> self{.args = args,
                      .ring_stages = ring_stages,
                      .x_tiles = x_tiles,
                      .carried = carried,
                      .ring = typename S::Ring(barriers),
                      .carried_full = others,
                      .carried_empty = others + groups,
                      .turns = others + 2 * groups,
                      .arranged = others + 3 * groups,
                      .rank = block % cluster,
                      .first_tile = block / cluster,
                      .tile_step = static_cast<int>(gridDim.x) / cluster};
  if (thread == consumers) {
    constexpr unsigned warps = 4;
    ptx::prefetch_map(args.w);
    ptx::prefetch_map(args.x);
    self.ring.init(warps);
    for (int group = 0; group < groups; ++group) {
      ptx::barrier_init(self.carried_full + group, 1);
      ptx::barrier_init(self.carried_empty + group, warps);
      ptx::barrier_init(self.turns + group, warps);
    }
    for (int stage = 0; stage < stages; ++stage) ptx::barrier_init(self.arranged + stage, warps);
    ptx::barrier_init_fence();
  }
  __syncthreads();
  ptx::cluster_arrive();
  if (thread >= consumers) {
    ptx::give_registers<40>();
    if (thread < consumers + 32 && ptx::elect_one()) self.produce();
  } else {
    ptx::take_registers<232>();
    ptx::wait_for_predecessor();
    ptx::release_successor();
    self.consume(thread / 128, thread % 128);
  }
#endif
}

}  // namespace tilescribe::kernels::skinny_wgmma_detail

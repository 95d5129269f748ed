// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/linear/gemm_sm90.cuh"
#include "kernels/ops/linear/gemm_sm90_swapped_layout.cuh"
#include "kernels/ops/linear/gemm_sm90_swapped_output.cuh"

/// gemm_sm90 with its operands swapped: w is the first operand of a product, 64 rows per warpgroup, and x the
/// second, of any multiple of 8 rows. So 390 rows of a prompt are two tiles of 200 and not four of 128. It
/// has the same bits: a value is a sum over the same k in the same order.
namespace tilescribe::kernels::gemm_sm90_detail {

template <class S>
struct SwappedProducer {
  using Turn = typename S::Ring::Turn;
  const SwappedArguments<S::kind>& args;
  char* stages;
  typename S::Ring ring;

  __device__ void load_w(Turn at, TilePlace tile, int step) const {
    const int place = tile.n * args.w_tile_step;
    const bool gated = S::kind == Kind::gated;
    ptx::tma_load(stages + at.stage * S::stage_bytes, args.w, ring.full(at), step * tile_depth<S::operands>,
                  0, 0, gated ? place : 0, gated ? 0 : place);
  }
  __device__ void load_x(Turn at, TilePlace tile, int step) const {
    ptx::tma_load(stages + at.stage * S::stage_bytes + S::w_bytes, args.x, ring.full(at),
                  step * tile_depth<S::operands>, tile.m * S::rows);
  }

  __device__ void run(int first_tile, int tile_step) const {
    // The first stages' weights before the wait, as in Producer.
    if (args.w_is_fresh) ptx::wait_for_predecessor();
    const TilePlace first = place_of_tile(args, first_tile);
    const int ahead = min(S::stages, args.k_steps);
    for (int step = 0; step < ahead; ++step) {
      ring.expect({step}, S::stage_bytes);
      load_w({step}, first, step);
    }
    ptx::wait_for_predecessor();
    Turn at;
    for (int index = first_tile; index < args.tiles; index += tile_step) {
      const TilePlace tile = place_of_tile(args, index);
      for (int step = 0; step < args.k_steps; ++step) {
        if (index != first_tile || step >= ahead) {
          ring.await_empty(at);
          ring.expect(at, S::stage_bytes);
          load_w(at, tile, step);
        }
        load_x(at, tile, step);
        at.step();
      }
    }
  }
};

template <class S>
struct SwappedConsumer {
  using Turn = typename S::Ring::Turn;
  const SwappedArguments<S::kind>& args;
  const char* stages;
  typename S::Ring ring;
  SwappedOutput<S> output;

  __device__ __forceinline__ void multiply(typename S::Sums& acc, Turn& at) const {
    const auto leave = [&](int stage) {
      if (output.lane() == 0) ring.leave(stage);
    };
    int last = 0;  // the stage that running products may still read
    for (int k = 0; k < args.k_steps; ++k) {
      ring.await_full(at);
      const char* const tile = stages + at.stage * S::stage_bytes;
      const std::uint64_t w = ptx::tile_descriptor(tile + output.group * (64 * 128)),
                          x = ptx::tile_descriptor(tile + S::w_bytes);
      ptx::wgmma_fence();
#pragma unroll
      for (int step = 0; step < stage_steps; ++step)
        multiply_step<S::operands>(acc, ptx::advance(w, step * 32), ptx::advance(x, step * 32),
                                   k > 0 || step > 0);
      ptx::wgmma_commit();
      ptx::wgmma_wait<1>();
      if (k > 0) leave(last);
      last = at.stage;
      at.step();
    }
    ptx::wgmma_wait<0>();
    ptx::settle(acc);
    leave(last);
  }

  __device__ void run(int first_tile, int tile_step) {
    Turn at;
    ptx::wait_for_predecessor();  // it may still read what is written below
    for (int index = first_tile; index < args.tiles; index += tile_step) {
      output.begin(place_of_tile(args, index));
      typename S::Sums sums;
      multiply(sums, at);
      output.finish(sums);
    }
    output.end();
  }
};

template <class S>
__global__ void __launch_bounds__(S::threads, 1)
    gemm_sm90_swapped(const __grid_constant__ SwappedArguments<S::kind> args) {
#if defined(TILESCRIBE_SM90A)
  extern __shared__ char dynamic_shared[];
  char* const stages = dynamic_shared + (1024 - ptx::shared_address(dynamic_shared) % 1024) % 1024;
  char* const staging = stages + S::stages * S::stage_bytes;
  char* const places = staging + S::groups * S::staging_bytes;
  const typename S::Ring ring(reinterpret_cast<ptx::Barrier*>(places + S::groups * S::places_bytes));
  const int first_tile = static_cast<int>(blockIdx.x), tile_step = static_cast<int>(gridDim.x);
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32;

  if (thread == 0) {
    ptx::prefetch_map(args.w);
    ptx::prefetch_map(args.x);
    if constexpr (S::kind != Kind::qkv) ptx::prefetch_map(args.y);
    ring.init(4 * S::groups);
    ptx::barrier_init_fence();
  }
  __syncthreads();
  ptx::release_successor();

  if (warp < 4) {
    // One group has enough registers anyway.
    if constexpr (S::groups > 1) ptx::give_registers<S::groups == 3 ? 32 : 40>();
    if (warp == 0 && ptx::elect_one()) SwappedProducer<S>{args, stages, ring}.run(first_tile, tile_step);
  } else {
    if constexpr (S::groups > 1) ptx::take_registers<S::groups == 3 ? 160 : 232>();
    const int group = warp / 4 - 1;
    const SwappedOutput<S> output{.args = args,
                                  .staging = staging + group * S::staging_bytes,
                                  .places = reinterpret_cast<RowPlace*>(places + group * S::places_bytes),
                                  .group = group,
                                  .thread = thread % 128};
    SwappedConsumer<S>{args, stages, ring, output}.run(first_tile, tile_step);
  }
#endif
}

/// Launches the kernel for a tile. The instances are in gemm_sm90_swapped_*.cu.
template <DType operands, Kind kind>
void launch_swapped(const SwappedArguments<kind>& args, GemmTile tile, CudaStream& stream);

}  // namespace tilescribe::kernels::gemm_sm90_detail

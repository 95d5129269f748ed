// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/order.cuh"
#include "kernels/ops/linear/gemm_sm90_layout.cuh"

/// The kernel of gemm_sm90. Persistent blocks take tiles until there are none left. In each, one thread loads
/// stages of 128 bytes of k with TMA, and two warpgroups multiply 64 rows of the tile each.
namespace tilescribe::kernels::gemm_sm90_detail {

/// Adds a stage's products of some rows, by instructions of 32 bytes of k.
template <DType operands, int N>
__device__ __forceinline__ void multiply_step(float (&sums)[N], std::uint64_t a, std::uint64_t b,
                                              int accumulate) {
  if constexpr (operands == DType::f8) {
    ptx::wgmma_float8(sums, a, b, accumulate);
  } else {
    ptx::wgmma(sums, a, b, accumulate);
  }
}
template <int Columns, Kind kind, bool alternate, DType operands>
struct Producer {
  using L = Layout<Columns>;
  using Turn = typename L::Ring::Turn;
  const Arguments<kind>& args;
  char* stages;
  typename L::Ring ring;

  __device__ char* a_tile(int stage) const { return stages + stage * L::stage_bytes; }
  __device__ char* w_tile(int stage) const { return a_tile(stage) + L::a_bytes; }

  __device__ void load_w(Turn at, TilePlace tile, int k_step) const {
    for (int half = 0; half < 2; ++half)
      ptx::tma_load(w_tile(at.stage) + half * (L::w_bytes / 2), args.w, ring.full(at),
                    k_step * tile_depth<operands>, tile.n * args.w_tile_step + half * args.w_half_step);
  }
  __device__ void load_a(Turn at, TilePlace tile, int k_step) const {
    for (int half = 0; half < 2; ++half)
      ptx::tma_load(a_tile(at.stage) + half * (L::a_bytes / 2), args.a, ring.full(at),
                    k_step * tile_depth<operands>, tile.m * tile_rows + half * (tile_rows / 2), tile.batch);
  }

  __device__ void run(int first_tile, int tile_step) const {
    // Weights do not depend on the previous kernel: the first stages' are loaded while it still runs. Unless
    // it has just made them.
    if (args.w_is_fresh) ptx::wait_for_predecessor();
    const TilePlace first = place_of_tile(args, first_tile);
    const int ahead = min(L::stages, args.k_steps);
    for (int k = 0; k < ahead; ++k) {
      ring.expect({k}, L::stage_bytes);
      load_w({k}, first, k);
    }
    ptx::wait_for_predecessor();
    Turn at;
    for (int index = first_tile; index < args.tiles; index += tile_step) {
      const TilePlace tile = place_of_tile(args, index);
      for (int k = 0; k < args.k_steps; ++k) {
        if (index != first_tile || k >= ahead) {
          ring.await_empty(at);
          ring.expect(at, L::stage_bytes);
          load_w(at, tile, k);
        }
        load_a(at, tile, k);
        at.step();
      }
      if constexpr (adds_in_ring<kind, alternate>) {
        if (args.epilogue == Epilogue::residual_f32) load_residual(at, tile);
      }
    }
  }

  /// The tile of y, to which the consumers add their sums.
  __device__ void load_residual(Turn& at, TilePlace tile) const {
    for (int part = 0; part < L::residual_parts; part += L::parts_of_stage) {
      const int count = min(L::parts_of_stage, L::residual_parts - part);
      ring.await_empty(at);
      ring.expect(at, static_cast<unsigned>(count * L::residual_part_bytes));
      for (int i = 0; i < count; ++i)
        ptx::tma_load(a_tile(at.stage) + i * L::residual_part_bytes, args.residual, ring.full(at),
                      tile.n * Columns + (part + i) * 32, tile.m * tile_rows, tile.batch);
      at.step();
    }
  }
};

template <int Columns, Kind kind, bool alternate, DType operands>
struct Consumer {
  using L = Layout<Columns>;
  using Turn = typename L::Ring::Turn;
  static constexpr int parts = alternate ? 2 : 1;  // of 64 rows that a warpgroup multiplies per tile
  const Arguments<kind>& args;
  char* stages;
  typename L::Ring ring;
  ptx::Barrier* turns;  // one per warpgroup: the other has issued its products
  float* bias;          // this warpgroup's, in shared memory: (turn, bias or scale, column)
  Warp warp;
  int group;       // index of the warpgroup: 0 or 1
  int group_warp;  // index of the warp in its warpgroup

  /// This warp no longer reads the stage.
  __device__ void leave(int stage) const {
    if (warp.lane == 0) ring.leave(stage);
  }

  __device__ __forceinline__ void multiply(float (&acc)[parts][Columns / 2], Turn& at) const {
    int last = 0;  // the stage that running products may still read
    for (int k = 0; k < args.k_steps; ++k) {
      ring.await_full(at);
      const char* const tile = stages + at.stage * L::stage_bytes;
      const std::uint64_t a = ptx::tile_descriptor(tile + (alternate ? 0 : group * (L::a_bytes / 2)));
      const std::uint64_t w = ptx::tile_descriptor(tile + L::a_bytes);
      ptx::wgmma_fence();
#pragma unroll
      for (int step = 0; step < stage_steps; ++step) {
#pragma unroll
        for (int part = 0; part < parts; ++part)
          multiply_step<operands>(acc[part], ptx::advance(a, step * 32 + part * (L::a_bytes / 2)),
                                  ptx::advance(w, step * 32), k > 0 || step > 0);
      }
      ptx::wgmma_commit();
      ptx::wgmma_wait<1>();
      if (k > 0) leave(last);
      last = at.stage;
      at.step();
    }
    if (alternate && warp.lane == 0) ptx::barrier_arrive(&turns[1 - group]);
    ptx::wgmma_wait<0>();
    leave(last);
  }

  /// This thread's four values of the tile's bias or scale.
  __device__ float4 fetch(const float* values, TilePlace tile) const {
    const int mine = (group_warp * 32 + warp.lane) * 4;
    const int half = mine < Columns / 2 ? 0 : 1;
    const int column = tile.n * args.w_tile_step + mine - (kind == Kind::gated ? half * (Columns / 2) : 0);
    if (values == nullptr || mine >= Columns || column >= args.columns) return {0.0f, 0.0f, 0.0f, 0.0f};
    return ptx::load_constant(values + column + (kind == Kind::gated ? half * args.w_half_step : 0));
  }
  /// Shares the bias of the whole tile, and behind it the scale, with this warpgroup.
  __device__ const float* share(float4 my_bias, float4 my_scale, int turn) const {
    float* const values = bias + turn * 2 * Columns;
    const int thread = group_warp * 32 + warp.lane;
    if (thread * 4 < Columns) {
      *reinterpret_cast<float4*>(values + thread * 4) = my_bias;
      if (args.scale != nullptr) *reinterpret_cast<float4*>(values + Columns + thread * 4) = my_scale;
    }
    ptx::meet(1 + group, 128);
    return values;
  }

  /// Writes 16 rows of products; `row` is the first of them, and may be past the last.
  __device__ __forceinline__ void finish(float (&acc)[Columns / 2], const float* tile_bias, TilePlace tile,
                                         int row, Turn& at) {
    if (row < args.rows) complete(acc, tile_bias, tile, row);
    if constexpr (adds_in_ring<kind, alternate>) {
      if (args.epilogue == Epilogue::residual_f32) add_in_ring(acc, at, tile, row);
    }
  }

  /// Adds the sums to the tile of y in the ring's next stages, and writes it from there.
  __device__ __forceinline__ void add_in_ring(const float (&acc)[Columns / 2], Turn& at, TilePlace tile,
                                              int row) {
    int last = 0;  // the stage that a copy may still read
#pragma unroll
    for (int first = 0; first < L::residual_parts; first += L::parts_of_stage) {
      ring.await_full(at);
      char* const mine = stages + at.stage * L::stage_bytes + (group * 4 + group_warp) * staging_buffer;
#pragma unroll
      for (int part = first; part < first + L::parts_of_stage && part < L::residual_parts; ++part)
        add_f32(warp, mine + (part - first) * L::residual_part_bytes, acc, part * 4);
      warp.publish();
      if (warp.lane == 0) {
#pragma unroll
        for (int part = first; part < first + L::parts_of_stage && part < L::residual_parts; ++part) {
          const int column = tile.n * Columns + part * 32;
          if (row < args.rows && column < args.columns)
            ptx::tma_store(args.y, mine + (part - first) * L::residual_part_bytes, column, row, tile.batch);
        }
        ptx::tma_store_commit();
        if (first > 0) {
          ptx::tma_store_wait_read<1>();
          ring.leave(last);
        }
      }
      last = at.stage;
      at.step();
    }
    if (warp.lane == 0) {
      ptx::tma_store_wait_read<0>();
      ring.leave(last);
    }
  }

  /// Scale, bias and epilogue of these rows; writes them, but for a residual in the ring.
  __device__ __forceinline__ void complete(float (&acc)[Columns / 2], const float* tile_bias, TilePlace tile,
                                           int row) {
    if (args.scale != nullptr) multiply_by_scale(warp, acc, tile_bias + Columns);
    if constexpr (operands == DType::f8) {
      const float* const scales = args.x_scale + row + warp.pair_row();
      multiply_rows(acc, __ldcg(scales), __ldcg(scales + 8));
    }
    if (args.bias != nullptr) add_bias(warp, acc, tile_bias);
    const int columns = args.columns, batch = tile.batch;
    if constexpr (kind == Kind::plain) {
      const int column = tile.n * Columns;
      if (args.epilogue == Epilogue::gelu_f32 || args.epilogue == Epilogue::gelu_bf16) {
#pragma unroll
        for (float& value : acc) value = gelu_fast(value);
      }
      if (args.epilogue == Epilogue::residual_f32) {
        if constexpr (!adds_in_ring<kind, alternate>)
          store_tile<Columns, L::buffers, Write::add_f32>(warp, args.y, acc, column, row, batch, columns);
      } else if (args.epilogue == Epilogue::store_f32 || args.epilogue == Epilogue::gelu_f32) {
        store_tile<Columns, L::buffers, Write::f32>(warp, args.y, acc, column, row, batch, columns);
      } else {
        store_tile<Columns, L::buffers, Write::bf16>(warp, args.y, acc, column, row, batch, columns);
      }
    } else if constexpr (kind == Kind::gated) {
      float product[Columns / 4];  // the first half of acc: gate columns; the second: up columns
#pragma unroll
      for (int i = 0; i < Columns / 4; ++i) product[i] = silu_fast(acc[i]) * acc[i + Columns / 4];
      store_tile<Columns / 2, L::buffers, Write::bf16>(warp, args.y, product, tile.n * (Columns / 2), row,
                                                       batch, columns);
    } else {
      const int column = tile.n * Columns, my_row = row + warp.pair_row();
      const RowPlace places[2] = {place_of(args.qkv, my_row), place_of(args.qkv, my_row + 8)};
      switch (args.qkv.rotary_dim / 16) {
        case 1:
          rotate<1>(warp, acc, args.qkv, places, column);
          break;
        case 2:
          rotate<2>(warp, acc, args.qkv, places, column);
          break;
        case 4:
          rotate<4>(warp, acc, args.qkv, places, column);
          break;
        case 8:
          rotate<8>(warp, acc, args.qkv, places, column);
          break;
        default:
          break;
      }
      store_qkv(warp, args.qkv, acc, column, my_row, places, columns);
    }
  }

  __device__ void run(int first_tile, int tile_step) {
    Turn at;
    ptx::wait_for_predecessor();  // it may still read what is written below
    if (alternate && group == 1) {
      first_tile += tile_step;
      at.skip(args.k_steps);
    }
    std::uint32_t turn = 0;
    for (int index = first_tile; index < args.tiles; index += (alternate ? 2 : 1) * tile_step) {
      const TilePlace tile = place_of_tile(args, index);
      const float4 my_bias = fetch(args.bias, tile), my_scale = fetch(args.scale, tile);
      // A parity only distinguishes adjacent phases, so a warpgroup must not wait on stages that the other
      // has yet to reach. The first warpgroup starts: its first wait is for the phase before the first.
      if (alternate) ptx::barrier_wait(&turns[group], turn ^ (group == 0 ? 1u : 0u));
      float acc[parts][Columns / 2];
      multiply(acc, at);
      if (alternate) at.skip(args.k_steps);  // the other warpgroup's tile
      const float* const tile_bias = share(my_bias, my_scale, static_cast<int>(turn));
      turn ^= 1;
#pragma unroll
      for (int part = 0; part < parts; ++part)
        finish(acc[part], tile_bias, tile,
               tile.m * tile_rows + (alternate ? part : group) * 64 + group_warp * warp_rows, at);
    }
    if (warp.lane == 0) ptx::tma_store_wait_read<0>();
  }
};

template <int Columns, Kind kind, bool alternate, DType operands>
__global__ void __launch_bounds__(threads, 1) gemm_sm90_kernel(const __grid_constant__ Arguments<kind> args) {
#if defined(TILESCRIBE_SM90A)
  using L = Layout<Columns>;
  extern __shared__ char dynamic_shared[];
  char* const stages = dynamic_shared + (1024 - ptx::shared_address(dynamic_shared) % 1024) % 1024;
  char* const staging = stages + L::stages * L::stage_bytes;
  auto* const bias = reinterpret_cast<float*>(staging + L::staging_bytes);
  auto* const barriers = reinterpret_cast<ptx::Barrier*>(staging + L::staging_bytes + L::bias_bytes);
  const typename L::Ring ring(barriers);
  ptx::Barrier* const turns = barriers + 2 * L::stages;
  const int first_tile = static_cast<int>(blockIdx.x), tile_step = static_cast<int>(gridDim.x);
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32;

  if (thread == 0) {
    ptx::prefetch_map(args.a);
    ptx::prefetch_map(args.w);
    if constexpr (kind != Kind::qkv) ptx::prefetch_map(args.y);
    ring.init(consumer_warps / (alternate ? 2 : 1));
    for (int group = 0; group < 2; ++group) ptx::barrier_init(&turns[group], consumer_warps / 2);
    ptx::barrier_init_fence();
  }
  __syncthreads();
  ptx::release_successor();

  if (warp < 4) {
    ptx::give_registers<40>();
    if (warp == 0 && ptx::elect_one())
      Producer<Columns, kind, alternate, operands>{args, stages, ring}.run(first_tile, tile_step);
  } else {
    ptx::take_registers<232>();
    const int consumer = warp - 4, group = consumer / 4;
    Warp way_out{staging + consumer * L::buffers * staging_buffer, thread % 32};
    Consumer<Columns, kind, alternate, operands>{
        args, stages, ring, turns, bias + group * 4 * Columns, way_out, group, consumer % 4}
        .run(first_tile, tile_step);
  }
#endif
}

/// Launches the kernel. The instances are in gemm_sm90_*.cu.
template <Kind kind, DType operands>
void launch(const Arguments<kind>& args, GemmTile tile, CudaStream& stream);

}  // namespace tilescribe::kernels::gemm_sm90_detail

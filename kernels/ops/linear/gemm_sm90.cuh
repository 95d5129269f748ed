// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "kernels/ops/linear/gemm_sm90_epilogue.cuh"

/// The kernel of gemm_sm90. Blocks stay for as long as there are tiles; in each, one thread loads stages of
/// 64 values of k through TMA, and two warpgroups multiply 64 rows of the tile each. Barriers `full` and
/// `empty` of every stage hand it back and forth.
namespace tilescribe::kernels::gemm_sm90_detail {

enum class Kind { plain, gated, qkv };

inline constexpr int tile_rows = 128, tile_depth = 64;  // of a block; of a stage, 128 bytes of bf16
inline constexpr int threads = 384;                     // a producer and two consumer warpgroups
inline constexpr int consumer_warps = 8;

template <int Columns>
struct Layout {
  static constexpr int a_bytes = tile_rows * 128;  // bf16 (row, k)
  static constexpr int w_bytes = Columns * 128;    // bf16 (column, k)
  static constexpr int stage_bytes = a_bytes + w_bytes;
  static constexpr int staging_bytes = consumer_warps * 2 * staging_buffer;
  static constexpr int fit =
      (227 * 1024 - 2048 - staging_bytes) / stage_bytes;  // 2048: alignment and barriers
  static constexpr int stages = fit < 8 ? fit : 8;
  static constexpr int shared_bytes =
      1024 + stages * stage_bytes + staging_bytes + 2 * stages * int{sizeof(sm90::Barrier)};
};

struct NoQkv {};

template <Kind kind>
struct Arguments {
  CUtensorMap a;  // (k, row, batch), tiles of 64 × 64
  CUtensorMap w;  // (k, column), tiles of 64 × Columns/2
  CUtensorMap y;  // (column, row, batch), tiles of 16 rows
  const float* bias;
  std::int32_t k_steps;
  std::int32_t rows, columns;  // of y; columns of the merged product for qkv
  std::int32_t w_tile_step,
      w_half_step;  // rows of w from a tile to the next, and from a tile's first half to its second
  std::int32_t m_units, n_units, units,
      group;  // a unit is what a cluster computes; groups of m_units are done together
  GemmTile::Share share;
  Epilogue epilogue;
  std::conditional_t<kind == Kind::qkv, QkvArguments, NoQkv> qkv;
};

/// Which tile of y a block computes.
struct TilePlace {
  int m, n, batch;
};

/// Units in an order that keeps what neighbours read in the L2 cache: a group of row tiles against every
/// column tile.
template <Kind kind>
__device__ TilePlace place_of_unit(const Arguments<kind>& args, int unit, int rank) {
  const int units_per_batch = args.m_units * args.n_units;
  const int batch = unit / units_per_batch, rest = unit - batch * units_per_batch;
  const int group_units = args.group * args.n_units;
  const int group = rest / group_units, inside = rest - group * group_units;
  const int first = group * args.group, size = min(args.group, args.m_units - first);
  int m = first + inside % size, n = inside / size;
  if (args.share == GemmTile::Share::weights) m = 2 * m + rank;
  if (args.share == GemmTile::Share::rows) n = 2 * n + rank;
  return {m, n, batch};
}

/// A position in the ring of stages, and the parity of its barriers' phase.
template <int Stages>
struct Ring {
  int stage = 0;
  std::uint32_t parity = 0;
  __device__ void step() {
    if (++stage == Stages) {
      stage = 0;
      parity ^= 1;
    }
  }
};

template <int Columns, Kind kind>
struct Producer {
  using L = Layout<Columns>;
  const Arguments<kind>& args;
  char* stages;
  sm90::Barrier *full, *empty;
  int rank;

  __device__ char* a_tile(int stage) const { return stages + stage * L::stage_bytes; }
  __device__ char* w_tile(int stage) const { return a_tile(stage) + L::a_bytes; }

  /// Waits until all readers have left the stage, and says how many bytes will come.
  __device__ void open(const Ring<L::stages>& ring) const {
    sm90::barrier_wait_cluster(&empty[ring.stage], ring.parity ^ 1);
    sm90::barrier_arrive_expect(&full[ring.stage], L::stage_bytes);
  }
  __device__ void load_w(int stage, TilePlace tile, int k_step) const {
    const int row = tile.n * args.w_tile_step;
    for (int half = 0; half < 2; ++half) {
      char* const to = w_tile(stage) + half * (L::w_bytes / 2);
      if (args.share != GemmTile::Share::weights) {
        sm90::tma_load(to, args.w, &full[stage], k_step * tile_depth, row + half * args.w_half_step);
      } else if (half == rank) {
        sm90::tma_load_shared(to, args.w, &full[stage], 3, k_step * tile_depth,
                              row + half * args.w_half_step);
      }
    }
  }
  __device__ void load_a(int stage, TilePlace tile, int k_step) const {
    for (int half = 0; half < 2; ++half) {
      char* const to = a_tile(stage) + half * (L::a_bytes / 2);
      const int row = tile.m * tile_rows + half * (tile_rows / 2);
      if (args.share != GemmTile::Share::rows) {
        sm90::tma_load(to, args.a, &full[stage], k_step * tile_depth, row, tile.batch);
      } else if (half == rank) {
        sm90::tma_load_shared(to, args.a, &full[stage], 3, k_step * tile_depth, row, tile.batch);
      }
    }
  }

  __device__ void run(int first_unit, int unit_step) const {
    Ring<L::stages> ring;
    // Weights are there before the previous kernel's results: the first stages' are fetched while it still
    // runs.
    const TilePlace first = place_of_unit(args, first_unit, rank);
    const int ahead = min(L::stages, args.k_steps);
    for (int k = 0; k < ahead; ++k) {
      sm90::barrier_arrive_expect(&full[k], L::stage_bytes);
      load_w(k, first, k);
    }
    sm90::wait_for_previous_kernel();
    for (int unit = first_unit; unit < args.units; unit += unit_step) {
      const TilePlace tile = place_of_unit(args, unit, rank);
      for (int k = 0; k < args.k_steps; ++k) {
        if (unit != first_unit || k >= ahead) {
          open(ring);
          load_w(ring.stage, tile, k);
        }
        load_a(ring.stage, tile, k);
        ring.step();
      }
    }
  }
};

template <int Columns, Kind kind>
struct Consumer {
  using L = Layout<Columns>;
  const Arguments<kind>& args;
  char* stages;
  sm90::Barrier *full, *empty;
  Warp warp;
  int group;     // 0 or 1: which 64 rows of the tile
  int warp_row;  // first row of this warp in the tile

  /// This warp reads the stage no more: said to every block that writes into it.
  __device__ void release(int stage) const {
    if (args.share == GemmTile::Share::nothing) {
      if (warp.lane == 0) sm90::barrier_arrive(&empty[stage]);
    } else if (warp.lane < 2) {
      sm90::barrier_arrive_at(&empty[stage], static_cast<std::uint32_t>(warp.lane));
    }
  }

  __device__ void multiply(float (&acc)[Columns / 2], Ring<L::stages>& ring) const {
    int last = 0;  // the stage that products may still read
    for (int k = 0; k < args.k_steps; ++k) {
      sm90::barrier_wait(&full[ring.stage], ring.parity);
      const char* const tile = stages + ring.stage * L::stage_bytes;
      const std::uint64_t a = sm90::tile_descriptor(tile + group * (L::a_bytes / 2));
      const std::uint64_t w = sm90::tile_descriptor(tile + L::a_bytes);
      sm90::wgmma_fence();
#pragma unroll
      for (int step = 0; step < tile_depth / 16; ++step)
        sm90::wgmma(acc, sm90::advance(a, step * 32), sm90::advance(w, step * 32), k > 0 || step > 0);
      sm90::wgmma_commit();
      sm90::wgmma_wait<1>();
      if (k > 0) release(last);
      last = ring.stage;
      ring.step();
    }
    sm90::wgmma_wait<0>();
    release(last);
  }

  __device__ void finish(float (&acc)[Columns / 2], TilePlace tile) {
    const int row = tile.m * tile_rows + warp_row;
    if (row >= args.rows) return;
    if constexpr (kind == Kind::plain) {
      const int column = tile.n * Columns;
      if (args.bias != nullptr) add_bias<0, Columns / 8>(warp, acc, args.bias, column, args.columns);
      if (args.epilogue == Epilogue::gelu_f32 || args.epilogue == Epilogue::gelu_bf16) {
#pragma unroll
        for (float& value : acc) value = gelu_fast(value);
      }
      if (args.epilogue == Epilogue::residual_f32) {
        store_f32<Columns, true>(warp, args.y, acc, column, row, tile.batch, args.columns);
      } else if (args.epilogue == Epilogue::store_f32 || args.epilogue == Epilogue::gelu_f32) {
        store_f32<Columns, false>(warp, args.y, acc, column, row, tile.batch, args.columns);
      } else {
        store_bf16<Columns>(warp, args.y, acc, column, row, tile.batch, args.columns);
      }
    } else if constexpr (kind == Kind::gated) {
      constexpr int half = Columns / 16;  // blocks of 8 gate columns, then as many of up columns
      const int column = tile.n * (Columns / 2);
      if (args.bias != nullptr) {
        add_bias<0, half>(warp, acc, args.bias, column, args.columns);
        add_bias<half, half>(warp, acc, args.bias + args.columns, column, args.columns);
      }
      float product[Columns / 4];
#pragma unroll
      for (int i = 0; i < Columns / 4; ++i) product[i] = silu_fast(acc[i]) * acc[i + Columns / 4];
      store_bf16<Columns / 2>(warp, args.y, product, column, row, tile.batch, args.columns);
    } else {
      const int column = tile.n * Columns;
      if (args.bias != nullptr) add_bias<0, Columns / 8>(warp, acc, args.bias, column, args.columns);
      const int my_row = row + warp.pair_row();
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
      store_qkv(warp, args.qkv, acc, column, my_row, places, args.columns);
    }
  }

  __device__ void run(int first_unit, int unit_step, int rank) {
    Ring<L::stages> ring;
    sm90::wait_for_previous_kernel();  // it may still read what is written below
    for (int unit = first_unit; unit < args.units; unit += unit_step) {
      float acc[Columns / 2];
      multiply(acc, ring);
      finish(acc, place_of_unit(args, unit, rank));
    }
    if (warp.lane == 0) sm90::tma_store_wait<0>();
  }
};

template <int Columns, Kind kind>
__global__ void __launch_bounds__(threads, 1) gemm_sm90_kernel(const __grid_constant__ Arguments<kind> args) {
#if defined(TILESCRIBE_SM90A)
  using L = Layout<Columns>;
  extern __shared__ char dynamic_shared[];
  char* const stages = dynamic_shared + (1024 - sm90::shared_address(dynamic_shared) % 1024) % 1024;
  char* const staging = stages + L::stages * L::stage_bytes;
  auto* const full = reinterpret_cast<sm90::Barrier*>(staging + L::staging_bytes);
  sm90::Barrier* const empty = full + L::stages;

  const bool cluster = args.share != GemmTile::Share::nothing;
  const int rank = cluster ? static_cast<int>(sm90::cluster_rank()) : 0;
  const int first_unit = static_cast<int>(blockIdx.x) >> (cluster ? 1 : 0);
  const int unit_step = static_cast<int>(gridDim.x) >> (cluster ? 1 : 0);
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32;

  if (thread == 0) {
    sm90::prefetch_map(args.a);
    sm90::prefetch_map(args.w);
    if constexpr (kind != Kind::qkv) sm90::prefetch_map(args.y);
    for (int stage = 0; stage < L::stages; ++stage) {
      sm90::barrier_init(&full[stage], 1);
      sm90::barrier_init(&empty[stage], consumer_warps * (cluster ? 2 : 1));
    }
    sm90::barrier_init_fence();
  }
  if (cluster) {
    sm90::cluster_sync();
  } else {
    __syncthreads();
  }
  sm90::let_next_kernel_start();

  if (warp < 4) {
    sm90::give_registers<40>();
    if (warp == 0 && sm90::elect_one())
      Producer<Columns, kind>{args, stages, full, empty, rank}.run(first_unit, unit_step);
    __syncwarp();
  } else {
    sm90::take_registers<232>();
    const int consumer = warp - 4;
    Consumer<Columns, kind>{args,
                            stages,
                            full,
                            empty,
                            Warp{staging + consumer * 2 * staging_buffer, thread % 32},
                            consumer / 4,
                            consumer * warp_rows}
        .run(first_unit, unit_step, rank);
    __syncwarp();
  }
  if (cluster) sm90::cluster_sync();  // nobody leaves while the other may still write into its memory
#endif
}

/// Starts it on `blocks` blocks (gemm_sm90_*.cu hold the instances).
template <Kind kind>
void launch(const Arguments<kind>& args, int columns, int blocks, cudaStream_t stream);

}  // namespace tilescribe::kernels::gemm_sm90_detail

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
  static constexpr int buffers = Columns >= 192 ? 2 : 4;  // a warp's, on its way out
  static constexpr int staging_bytes = consumer_warps * buffers * staging_buffer;
  static constexpr int bias_bytes = 2 * 2 * Columns * 4;  // float (consumer warpgroup, turn, column)
  static constexpr int other_bytes = 1024 + 256;          // alignment, barriers
  static constexpr int fit = (227 * 1024 - other_bytes - bias_bytes - staging_bytes) / stage_bytes;
  static constexpr int stages = fit < 8 ? fit : 8;
  static constexpr int shared_bytes = stages * stage_bytes + staging_bytes + bias_bytes + other_bytes;
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
  std::int32_t cluster_m, cluster_n;  // blocks of a cluster over and beside one another
  Epilogue epilogue;
  std::conditional_t<kind == Kind::qkv, QkvArguments, NoQkv> qkv;
};

/// Which tile of y a block computes.
struct TilePlace {
  int m, n, batch;
};

/// Where a block stands in its cluster.
struct ClusterPlace {
  int m, n;
};

/// Units in an order that keeps what neighbours read in the L2 cache: a group of row tiles against every
/// column tile.
template <Kind kind>
__device__ TilePlace place_of_unit(const Arguments<kind>& args, int unit, ClusterPlace me) {
  const int units_per_batch = args.m_units * args.n_units;
  const int batch = unit / units_per_batch, rest = unit - batch * units_per_batch;
  const int group_units = args.group * args.n_units;
  const int group = rest / group_units, inside = rest - group * group_units;
  const int first = group * args.group, size = min(args.group, args.m_units - first);
  return {(first + inside % size) * args.cluster_m + me.m, inside / size * args.cluster_n + me.n, batch};
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
  __device__ void skip(int steps) {
    const int to = stage + steps;
    parity ^= static_cast<std::uint32_t>(to / Stages & 1);
    stage = to % Stages;
  }
};

template <int Columns, Kind kind>
struct Producer {
  using L = Layout<Columns>;
  const Arguments<kind>& args;
  char* stages;
  sm90::Barrier *full, *empty;
  ClusterPlace me;

  __device__ char* a_tile(int stage) const { return stages + stage * L::stage_bytes; }
  __device__ char* w_tile(int stage) const { return a_tile(stage) + L::a_bytes; }

  /// Waits until all readers have left the stage, and says how many bytes will come.
  __device__ void open(const Ring<L::stages>& ring) const {
    sm90::barrier_wait(&empty[ring.stage], ring.parity ^ 1);
    sm90::barrier_arrive_expect(&full[ring.stage], L::stage_bytes);
  }
  /// Both halves of the tile of w; one of them, for two blocks, where another block loads the other.
  __device__ void load_w(int stage, TilePlace tile, int k_step) const {
    const auto readers =
        static_cast<std::uint16_t>(3 << (2 * me.n));  // blocks over one another: ranks 2n, 2n + 1
    for (int half = 0; half < 2; ++half) {
      char* const to = w_tile(stage) + half * (L::w_bytes / 2);
      const int x = k_step * tile_depth, y = tile.n * args.w_tile_step + half * args.w_half_step;
      if (args.cluster_m == 1) {
        sm90::tma_load(to, args.w, &full[stage], x, y);
      } else if (half == me.m) {
        sm90::tma_load_shared(to, args.w, &full[stage], readers, x, y);
      }
    }
  }
  /// Likewise of a.
  __device__ void load_a(int stage, TilePlace tile, int k_step) const {
    const auto readers =
        static_cast<std::uint16_t>((1 | 1 << args.cluster_m) << me.m);  // ranks m, m + cluster_m
    for (int half = 0; half < 2; ++half) {
      char* const to = a_tile(stage) + half * (L::a_bytes / 2);
      const int x = k_step * tile_depth, y = tile.m * tile_rows + half * (tile_rows / 2);
      if (args.cluster_n == 1) {
        sm90::tma_load(to, args.a, &full[stage], x, y, tile.batch);
      } else if (half == me.n) {
        sm90::tma_load_shared(to, args.a, &full[stage], readers, x, y, tile.batch);
      }
    }
  }

  __device__ void run(int first_unit, int unit_step) const {
    Ring<L::stages> ring;
    // Weights are there before the previous kernel's results: the first stages' are fetched while it still
    // runs.
    const TilePlace first = place_of_unit(args, first_unit, me);
    const int ahead = min(L::stages, args.k_steps);
    for (int k = 0; k < ahead; ++k) {
      sm90::barrier_arrive_expect(&full[k], L::stage_bytes);
      load_w(k, first, k);
    }
    sm90::wait_for_previous_kernel();
    for (int unit = first_unit; unit < args.units; unit += unit_step) {
      const TilePlace tile = place_of_unit(args, unit, me);
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

template <int Columns, Kind kind, bool alternate>
struct Consumer {
  using L = Layout<Columns>;
  static constexpr int parts = alternate ? 2 : 1;  // of 64 rows, of a tile, that a warpgroup multiplies
  const Arguments<kind>& args;
  char* stages;
  sm90::Barrier *full, *empty;
  sm90::Barrier* turns;  // one a warpgroup: the other has issued its products
  float* bias;           // of this warpgroup, shared: (turn, column)
  ClusterPlace me;
  Warp warp;
  int group;       // 0 or 1: which warpgroup
  int group_warp;  // which of its warps

  /// This warp reads the stage no more: said to every block that writes into it.
  __device__ void release(int stage) const {
    if (args.cluster_m * args.cluster_n == 1) {
      if (warp.lane == 0) sm90::barrier_arrive(&empty[stage]);
    } else if (warp.lane < args.cluster_m * args.cluster_n) {
      const int m = warp.lane % args.cluster_m, n = warp.lane / args.cluster_m;
      if (m == me.m || n == me.n)
        sm90::barrier_arrive_at(&empty[stage], static_cast<std::uint32_t>(warp.lane));
    }
  }

  __device__ __forceinline__ void multiply(float (&acc)[parts][Columns / 2], Ring<L::stages>& ring) const {
    int last = 0;  // the stage that products may still read
    for (int k = 0; k < args.k_steps; ++k) {
      sm90::barrier_wait(&full[ring.stage], ring.parity);
      const char* const tile = stages + ring.stage * L::stage_bytes;
      const std::uint64_t a = sm90::tile_descriptor(tile + (alternate ? 0 : group * (L::a_bytes / 2)));
      const std::uint64_t w = sm90::tile_descriptor(tile + L::a_bytes);
      sm90::wgmma_fence();
#pragma unroll
      for (int step = 0; step < tile_depth / 16; ++step) {
#pragma unroll
        for (int part = 0; part < parts; ++part)
          sm90::wgmma(acc[part], sm90::advance(a, step * 32 + part * (L::a_bytes / 2)),
                      sm90::advance(w, step * 32), k > 0 || step > 0);
      }
      sm90::wgmma_commit();
      sm90::wgmma_wait<1>();
      if (k > 0) release(last);
      last = ring.stage;
      ring.step();
    }
    if (alternate && warp.lane == 0) sm90::barrier_arrive(&turns[1 - group]);
    sm90::wgmma_wait<0>();
    release(last);
  }

  /// This thread's four values of the tile's bias.
  __device__ float4 fetch_bias(TilePlace tile) const {
    const int mine = (group_warp * 32 + warp.lane) * 4;
    const int half = mine < Columns / 2 ? 0 : 1;
    const int column = tile.n * args.w_tile_step + mine - (kind == Kind::gated ? half * (Columns / 2) : 0);
    if (args.bias == nullptr || mine >= Columns || column >= args.columns) return {0.0f, 0.0f, 0.0f, 0.0f};
    return load_bias(args.bias + column + (kind == Kind::gated ? half * args.w_half_step : 0));
  }
  /// All of them, for this warpgroup.
  __device__ const float* share_bias(float4 mine, int turn) const {
    float* const values = bias + turn * Columns;
    const int thread = group_warp * 32 + warp.lane;
    if (thread * 4 < Columns) *reinterpret_cast<float4*>(values + thread * 4) = mine;
    sm90::named_barrier(1 + group, 128);
    return values;
  }

  /// From 16 rows of products, the first of them `row`, to memory.
  __device__ __forceinline__ void finish(float (&acc)[Columns / 2], const float* tile_bias, TilePlace tile,
                                         int row) {
    if (row >= args.rows) return;
    if (args.bias != nullptr) add_bias(warp, acc, tile_bias);
    const int columns = args.columns, batch = tile.batch;
    if constexpr (kind == Kind::plain) {
      const int column = tile.n * Columns;
      if (args.epilogue == Epilogue::gelu_f32 || args.epilogue == Epilogue::gelu_bf16) {
#pragma unroll
        for (float& value : acc) value = gelu_fast(value);
      }
      if (args.epilogue == Epilogue::residual_f32) {
        store_tile<Columns, L::buffers, Write::add_f32>(warp, args.y, acc, column, row, batch, columns);
      } else if (args.epilogue == Epilogue::store_f32 || args.epilogue == Epilogue::gelu_f32) {
        store_tile<Columns, L::buffers, Write::f32>(warp, args.y, acc, column, row, batch, columns);
      } else {
        store_tile<Columns, L::buffers, Write::bf16>(warp, args.y, acc, column, row, batch, columns);
      }
    } else if constexpr (kind == Kind::gated) {
      float product[Columns / 4];  // the first half of acc is of gate columns, the second of up columns
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

  __device__ void run(int first_unit, int unit_step) {
    Ring<L::stages> ring;
    sm90::wait_for_previous_kernel();  // it may still read what is written below
    if (alternate && group == 1) {
      first_unit += unit_step;
      ring.skip(args.k_steps);
    }
    std::uint32_t turn = 0;
    for (int unit = first_unit; unit < args.units; unit += (alternate ? 2 : 1) * unit_step) {
      const TilePlace tile = place_of_unit(args, unit, me);
      const float4 my_bias = fetch_bias(tile);
      // A parity tells a phase from its neighbours only, so nobody may look at stages that the other has yet
      // to reach. The first warpgroup starts: its first wait is for the phase before the first.
      if (alternate) sm90::barrier_wait(&turns[group], turn ^ (group == 0 ? 1u : 0u));
      float acc[parts][Columns / 2];
      multiply(acc, ring);
      if (alternate) ring.skip(args.k_steps);  // the other warpgroup's tile
      const float* const tile_bias = share_bias(my_bias, static_cast<int>(turn));
      turn ^= 1;
#pragma unroll
      for (int part = 0; part < parts; ++part)
        finish(acc[part], tile_bias, tile,
               tile.m * tile_rows + (alternate ? part : group) * 64 + group_warp * warp_rows);
    }
    if (warp.lane == 0) sm90::tma_store_wait_read<0>();
  }
};

template <int Columns, Kind kind, bool alternate>
__global__ void __launch_bounds__(threads, 1) gemm_sm90_kernel(const __grid_constant__ Arguments<kind> args) {
#if defined(TILESCRIBE_SM90A)
  using L = Layout<Columns>;
  extern __shared__ char dynamic_shared[];
  char* const stages = dynamic_shared + (1024 - sm90::shared_address(dynamic_shared) % 1024) % 1024;
  char* const staging = stages + L::stages * L::stage_bytes;
  auto* const bias = reinterpret_cast<float*>(staging + L::staging_bytes);
  auto* const full = reinterpret_cast<sm90::Barrier*>(staging + L::staging_bytes + L::bias_bytes);
  sm90::Barrier *const empty = full + L::stages, *const turns = empty + L::stages;

  const int blocks = args.cluster_m * args.cluster_n;  // of a cluster
  const int rank = blocks > 1 ? static_cast<int>(sm90::cluster_rank()) : 0;
  const ClusterPlace me{rank % args.cluster_m, rank / args.cluster_m};
  const int first_unit = static_cast<int>(blockIdx.x) / blocks,
            unit_step = static_cast<int>(gridDim.x) / blocks;
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32;

  if (thread == 0) {
    sm90::prefetch_map(args.a);
    sm90::prefetch_map(args.w);
    if constexpr (kind != Kind::qkv) sm90::prefetch_map(args.y);
    const int readers =
        args.cluster_m + args.cluster_n - 1;  // blocks that a load of this block may write into
    for (int stage = 0; stage < L::stages; ++stage) {
      sm90::barrier_init(&full[stage], 1);
      sm90::barrier_init(&empty[stage],
                         static_cast<std::uint32_t>(consumer_warps / (alternate ? 2 : 1) * readers));
    }
    for (int group = 0; group < 2; ++group) sm90::barrier_init(&turns[group], consumer_warps / 2);
    sm90::barrier_init_fence();
  }
  if (blocks > 1) {
    sm90::cluster_sync();
  } else {
    __syncthreads();
  }
  sm90::let_next_kernel_start();

  if (warp < 4) {
    sm90::give_registers<40>();
    if (warp == 0 && sm90::elect_one())
      Producer<Columns, kind>{args, stages, full, empty, me}.run(first_unit, unit_step);
  } else {
    sm90::take_registers<232>();
    const int consumer = warp - 4, group = consumer / 4;
    Warp way_out{staging + consumer * L::buffers * staging_buffer, thread % 32};
    Consumer<Columns, kind, alternate>{args, stages,  full,  empty,       turns, bias + group * 2 * Columns,
                                       me,   way_out, group, consumer % 4}
        .run(first_unit, unit_step);
  }
  __syncwarp();
  if (blocks > 1) sm90::cluster_sync();  // nobody leaves while another may still write into its memory
#endif
}

/// Starts it (gemm_sm90_*.cu hold the instances). `clusters` is at most how many run at once.
template <Kind kind>
void launch(const Arguments<kind>& args, GemmTile tile, int multiprocessors, cudaStream_t stream);

}  // namespace tilescribe::kernels::gemm_sm90_detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/barrier.cuh"
#include "kernels/ops/attention/decode_attention_plan.h"
#include "kernels/ops/blocks/persistent_blocks.h"
#include "kernels/ops/linear/skinny_config.h"
#include "kernels/ops/linear/skinny_result.cuh"

/// The weights of all products of persistent_blocks, tile after tile, through a ring in shared memory.
namespace tilescribe::kernels {

inline constexpr int multiplying = 32 * skinny_slices;  // threads: a warp for each slice of k

/// The products of a block of the decoder, in order.
enum Part : int { qkv, output, gate_up, down, parts };

/// A part's product, as far as skinny_linear's functions for rows of weights and their places need it.
__device__ inline SkinnyArguments product_of(const PersistentBlocks& op, int block, int part) {
  const PersistentBlocks::Block& weights = op.blocks[block];
  SkinnyArguments product = {};
  product.rows = 1;
  const int attended = op.heads * persistent_head_dim;
  switch (part) {
    case qkv:
      product.w = weights.qkv;
      product.n = attended + 2 * op.kv_heads * persistent_head_dim;
      product.k = op.width;
      product.epilogue = Epilogue::qkv_rope;
      product.qkv.k = static_cast<__nv_bfloat16*>(weights.keys);
      product.qkv.v = static_cast<__nv_bfloat16*>(weights.values);
      product.qkv.float8_cache = op.float8_cache;
      product.qkv.cos_sin = op.cos_sin;
      product.qkv.capacity = op.capacity;
      product.qkv.heads = op.heads;
      product.qkv.kv_heads = op.kv_heads;
      product.qkv.head_dim = persistent_head_dim;
      product.qkv.rotary_dim = op.rotary_dim;
      break;
    case output:
      product.w = weights.output;
      product.n = op.width;
      product.k = attended;
      product.epilogue = Epilogue::residual_f32;
      break;
    case gate_up:
      product.w = weights.gate_up;
      product.n = 2 * op.hidden;
      product.k = op.width;
      product.epilogue = Epilogue::gated_silu_bf16;
      break;
    default:
      product.w = weights.down;
      product.n = op.width;
      product.k = op.hidden;
      product.epilogue = Epilogue::residual_f32;
      break;
  }
  return product;
}

__device__ inline int tiles_of(const SkinnyArguments& product) {
  return product.n / 16;
}
/// Chunks of keys that are attended to, at most: one for each key/value head and 128 keys.
__device__ inline int attention_items(const PersistentBlocks& op) {
  return op.kv_heads * ((op.most_keys + decode_chunk_keys - 1) / decode_chunk_keys);
}

/// A block of threads' way through the tiles of all products: every gridDim.x-th one, counted through all of
/// them, so that each block gets about as many. Between queries and output, a chunk of keys counts as one,
/// because it takes as long to read.
struct Cursor {
  int block = 0, part = 0;
  int before = 0;  // tiles of earlier products, modulo gridDim.x
  int tile;        // of 16 rows of w

  __device__ int grid() const { return static_cast<int>(gridDim.x); }
  __device__ void enter() {
    tile = static_cast<int>(blockIdx.x) - before;
    if (tile < 0) tile += grid();
  }
  /// To what comes next.
  __device__ void pass(int tiles) {
    before = (before + tiles) % grid();
    enter();
  }
  /// From a product to the next.
  __device__ void leave(const PersistentBlocks& op, int tiles) {
    pass(part == qkv ? tiles + attention_items(op) : tiles);
    if (++part < parts) return;
    part = 0;
    ++block;
  }
};

/// A ring of stages: 16 rows of w, and of each slice of k the same part, at most persistent_stage_k values. A
/// warp that does nothing else lets the copy engine fill it, so neither copies nor the wait for them hold up
/// those that multiply.
struct WeightRing {
  static constexpr int stage_bytes = 16 * skinny_slices * persistent_stage_k * 2;

  std::uint8_t* stages;
  ptx::Barrier *full, *empty;  // of each stage
  int count;

  /// Of one thread, before the others begin.
  __device__ void init() const {
    for (int s = 0; s < count; ++s) {
      ptx::barrier_init(full + s, 1);
      ptx::barrier_init(empty + s, multiplying);
    }
    ptx::barrier_init_fence();
  }
  /// The values of a slice that a stage has.
  __device__ static int values(int slice) {
    return slice % persistent_stage_k == 0 ? persistent_stage_k : skinny_slice_unit;
  }
};

/// A place in the ring, of those who fill it (`parity` 1 at first) or empty it (0).
struct RingPlace {
  int stage = 0;
  unsigned parity;
  __device__ void next(const WeightRing& ring) {
    if (++stage < ring.count) return;
    stage = 0;
    parity ^= 1;
  }
};

/// Fills the ring, of one warp: a lane copies a row, or half of its slices.
__device__ inline void stream_weights(const PersistentBlocks& op, const WeightRing& ring) {
  const int lane = static_cast<int>(threadIdx.x) % 32, row = lane % 16, half = lane / 16;
  RingPlace place{.parity = 1};
  Cursor at;
  at.enter();
  while (at.block < op.count) {
    const SkinnyArguments product = product_of(op, at.block, at.part);
    const int slice = product.k / skinny_slices, values = WeightRing::values(slice);
    const auto row_bytes = static_cast<unsigned>(values) * 2;  // of a slice, in a stage
    for (; at.tile < tiles_of(product); at.tile += at.grid()) {
      const RowPair rows = weight_rows(product, at.tile, row % 8);
      const __nv_bfloat16* const from = static_cast<const __nv_bfloat16*>(product.w) +
                                        static_cast<std::size_t>(row < 8 ? rows.low : rows.high) * product.k;
      for (int k = 0; k < slice; k += values, place.next(ring)) {
        ptx::barrier_wait(ring.empty + place.stage, place.parity);
        ptx::Barrier* const full = ring.full + place.stage;
        if (lane == 0) ptx::barrier_arrive_expect(full, 16 * skinny_slices * row_bytes);
        __syncwarp();
        std::uint8_t* const to =
            ring.stages + place.stage * WeightRing::stage_bytes + row * skinny_slices * row_bytes;
        if (values == slice) {  // the whole row
          const int part = half * skinny_slices / 2;
          ptx::copy_bulk(to + part * row_bytes, from + part * slice, skinny_slices / 2 * row_bytes, full);
        } else {
          for (int s = half * skinny_slices / 2; s < (half + 1) * skinny_slices / 2; ++s)
            ptx::copy_bulk(to + s * row_bytes, from + s * slice + k, row_bytes, full);
        }
      }
    }
    at.leave(op, tiles_of(product));
  }
}

}  // namespace tilescribe::kernels

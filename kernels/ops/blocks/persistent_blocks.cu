// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/error.h"
#include "kernels/device/launch.h"
#include "kernels/device/wgmma.cuh"
#include "kernels/ops/blocks/persistent_attention.cuh"
#include "kernels/ops/blocks/persistent_input.cuh"
#include "kernels/ops/blocks/persistent_stream.cuh"

namespace tilescribe::kernels {
namespace {

// Threads of a block: a warp for each slice of k; those that attend; a warp that finishes tiles, and one that
// fills the ring. Each kind has warpgroups of its own, and the registers that it needs.
constexpr int threads = multiplying + attending + 128;
constexpr int head_dim = persistent_head_dim;

#if defined(TILESCRIBE_SM90A)
/// Barriers of the threads that multiply, and of those that attend.
enum Meeting : int { multipliers = 1, attendants };

/// Barriers at which the sums of a tile are handed to the warp that finishes it, for each of two buffers.
struct SumBarriers {
  ptx::Barrier full[2], empty[2];
};

class Step {
 public:
  __device__ Step(const PersistentBlocks& op, const Exchange& exchange, const PersistentLayout& layout,
                  std::uint8_t* shared, const RowPlaces& places, float* norm_sums, SumBarriers& sums)
      : op_(op),
        exchange_(exchange),
        partials_(reinterpret_cast<float4*>(shared + layout.partials)),
        x_(shared + layout.x),
        places_(places),
        input_(op, exchange, places, x_, norm_sums),
        sums_(sums),
        launches_(*exchange.launches) {}

  __device__ void multiply_all(const WeightRing& ring) {
    tiles_.enter();
#pragma unroll 1
    for (int block = 0; block < op_.count; ++block) {
      const PersistentBlocks::Block& weights = op_.blocks[block];
      if (has_tiles(block, qkv)) {
        input_.norm(block == 0 ? nullptr : exchange_.x[1], tag(block - 1, Handed::block),
                    weights.attention_gain, weights.attention_eps);
      }
      multiply<qkv>(block, ring);
      if (has_tiles(block, output)) input_.combine_chunks(tag(block, Handed::chunks));
      multiply<output>(block, ring);
      if (has_tiles(block, gate_up))
        input_.norm(exchange_.x[0], tag(block, Handed::attended), weights.mlp_gain, weights.mlp_eps);
      multiply<gate_up>(block, ring);
      if (has_tiles(block, down)) input_.copy_gated(tag(block, Handed::gated));
      multiply<down>(block, ring);
    }
  }

  __device__ void attend_all(float score_scale, std::uint8_t* shared) {
    if (op_.float8_cache)
      attend_in<DType::f8>(score_scale, shared);
    else
      attend_in<DType::bf16>(score_scale, shared);
  }
  template <DType cached_as>
  __device__ void attend_in(float score_scale, std::uint8_t* shared) {
    using Attention = ChunkAttention<multiplying, attendants, cached_as>;
    const Attention attention(op_, exchange_, score_scale, places_, shared);
    const int items = attention_items(op_);
    tiles_.enter();
#pragma unroll 1
    for (int block = 0; block < op_.count; ++block) {
      tiles_.pass(tiles_of(product_of(op_, block, qkv)));
      for (int index = tiles_.tile; index < items; index += tiles_.grid()) {
        const AttentionItem at = attention.item(index);
        if (!at.any) continue;
        typename Attention::Cached cached;
        attention.load(at, op_.blocks[block], cached);
        attention.run(at, cached, tag(block, Handed::queries), tag(block, Handed::chunks));
      }
      tiles_.pass(items);
      for (int part = output; part < parts; ++part) tiles_.pass(tiles_of(product_of(op_, block, part)));
    }
  }

  __device__ void finish_all() {
    tiles_.enter();
#pragma unroll 1
    for (int block = 0; block < op_.count; ++block) {
      finish<qkv>(block);
      finish<output>(block);
      finish<gate_up>(block);
      finish<down>(block);
    }
    leave();
  }

 private:
  __device__ std::uint32_t tag(int block, Handed what) const {
    return launches_ + 1 + static_cast<std::uint32_t>(block * static_cast<int>(Handed::count)) +
           static_cast<std::uint32_t>(what);
  }
  __device__ bool has_tiles(int block, int part) const {
    return tiles_.tile < tiles_of(product_of(op_, block, part));
  }

  // ---- Products ----

  __device__ void next_buffer() {
    buffer_ ^= 1;
    if (buffer_ == 0) turn_ ^= 1;
  }
  template <Part part>
  __device__ void multiply(int block, const WeightRing& ring) {
    const SkinnyArguments product = product_of(op_, block, part);
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    const int slice = product.k / skinny_slices, values = WeightRing::values(slice),
              tiles = tiles_of(product);
    const int g = lane / 4, odd = g % 2;
    const unsigned x_at = ptx::shared_address(x_) + warp * slice * 2 + lane % 4 * 16;
    const int row_bytes = skinny_slices * values * 2;
    const unsigned w_at =
        ptx::shared_address(ring.stages) + g * row_bytes + warp * values * 2 + lane % 4 * 16;
    const unsigned half = 8 * row_bytes;
#pragma unroll 1
    for (; tiles_.tile < tiles; tiles_.tile += tiles_.grid()) {
      float sums[4] = {};
      unsigned columns_at = x_at;
#pragma unroll 1
      for (int k = 0; k < slice; k += values) {
        ptx::barrier_wait(ring.full + place_.stage, place_.parity);
        const unsigned stage = w_at + place_.stage * WeightRing::stage_bytes;
#pragma unroll 2
        for (unsigned step = 0; step < static_cast<unsigned>(values) * 2; step += 128) {
          // Rows are a multiple of 128 bytes apart. So that neighbouring rows do not meet in a bank, every
          // second one is read in the other order.
          const unsigned at = stage + step;
          const uint4 low_first = ptx::load_shared(at + odd * 64);
          const uint4 low_second = ptx::load_shared(at + 64 - odd * 64);
          const uint4 high_first = ptx::load_shared(at + half + odd * 64);
          const uint4 high_second = ptx::load_shared(at + half + 64 - odd * 64);
          const uint4 columns[2] = {ptx::load_shared(columns_at), ptx::load_shared(columns_at + 64)};
          const uint4 low[2] = {either(odd, low_second, low_first), either(odd, low_first, low_second)};
          const uint4 high[2] = {either(odd, high_second, high_first), either(odd, high_first, high_second)};
#pragma unroll
          for (int c = 0; c < 2; ++c) {
            ptx::mma_half(sums, low[c], high[c], columns[c], 0);
            ptx::mma_half(sums, low[c], high[c], columns[c], 1);
          }
          columns_at += 128;
        }
        ptx::barrier_arrive(ring.empty + place_.stage);
        place_.next(ring);
      }
      ptx::barrier_wait(sums_.empty + buffer_, turn_ ^ 1u);
      partials_[buffer_ * multiplying + threadIdx.x] = make_float4(sums[0], sums[1], sums[2], sums[3]);
      ptx::barrier_arrive(sums_.full + buffer_);
      next_buffer();
    }
    tiles_.leave(op_, tiles);
  }

  __device__ static uint4 either(int first, uint4 one, uint4 other) {
    return make_uint4(first != 0 ? one.x : other.x, first != 0 ? one.y : other.y,
                      first != 0 ? one.z : other.z, first != 0 ? one.w : other.w);
  }

  /// Adds the slices of each tile in ascending order, and hands over what becomes of the sums. Lanes 4·g have
  /// those of the tile's rows g and g + 8 (low and high).
  template <Part part>
  __device__ void finish(int block) {
    const SkinnyArguments product = product_of(op_, block, part);
    const int lane = static_cast<int>(threadIdx.x) % 32, g = lane / 4;
    const bool own = lane % 4 == 0;
    const int tiles = tiles_of(product);
#pragma unroll 1
    for (; tiles_.tile < tiles; tiles_.tile += tiles_.grid()) {
      const int column = tiles_.tile * 16 + g;
      float2 residual = {};
      if constexpr (part == output || part == down) {
        if (own) residual = residual_of(block, part, column);
      }
      ptx::barrier_wait(sums_.full + buffer_, turn_);
      float2 slices[skinny_slices];
#pragma unroll
      for (int s = 0; s < skinny_slices; ++s) {
        const float4 of_lane = partials_[buffer_ * multiplying + s * 32 + lane];
        slices[s] = make_float2(of_lane.x, of_lane.z);
      }
      float2 sum = slices[0];
#pragma unroll
      for (int s = 1; s < skinny_slices; ++s) {
        sum.x += slices[s].x;
        sum.y += slices[s].y;
      }
      ptx::barrier_arrive(sums_.empty + buffer_);
      next_buffer();
      if constexpr (part == qkv) {
        hand_over_heads(product, block, g, own, sum.x, sum.y);
      } else if constexpr (part == gate_up) {
        hand_over_gated(block, g, own, sum.x, sum.y);
      } else if (own) {
        hand_over_residual(block, part, column, residual.x + sum.x, residual.y + sum.y);
      }
    }
    tiles_.leave(op_, tiles);
  }

  /// A lane's value and that of the lane with the next g, if g is even; else the one before it and its own.
  /// Lanes with an even g give their `high`, and get the other's `low`.
  __device__ static std::uint32_t paired(int g, float low, float high) {
    const bool even = g % 2 == 0;
    const float other = __shfl_xor_sync(~0u, even ? high : low, 4);
    return even ? pack_bf16(low, other) : pack_bf16(other, high);
  }

  /// Queries, keys and values, rotated; keys and values also go to the cache.
  __device__ void hand_over_heads(const SkinnyArguments& product, int block, int g, bool own, float low,
                                  float high) const {
    const HeadTile at = head_tile(product.qkv, tiles_.tile);
    const int position = *places_.positions;
    if (at.rotated && position >= 0) {
      const float2 turn = rotation_of(product, places_, tiles_.tile, g, 0);
      const float turned = __fmaf_rn(low, turn.x, -__fmul_rn(high, turn.y));
      high = __fmaf_rn(low, turn.y, __fmul_rn(high, turn.x));
      low = turned;
    }
    const std::uint32_t pair = paired(g, low, high);
    if (!own || position < 0) return;
    const int dim = at.dim + (g % 2 == 0 ? g : at.apart + g - 1);
    ptx::store_packet(exchange_.queries + (at.head * head_dim + dim) / 2,
                      {pair, tag(block, Handed::queries)});
    if (at.head < op_.heads) return;
    const int kv_head = (at.head - op_.heads) % op_.kv_heads;
    __nv_bfloat16* const cache = at.head < op_.heads + op_.kv_heads ? product.qkv.k : product.qkv.v;
    const std::size_t row =
        (static_cast<std::size_t>(*places_.slots) * op_.kv_heads + kv_head) * op_.capacity + position;
    if (op_.float8_cache)
      *reinterpret_cast<std::uint16_t*>(reinterpret_cast<std::uint8_t*>(cache) + row * head_dim + dim) =
          pair_as_float8(pair);
    else
      *reinterpret_cast<std::uint32_t*>(cache + row * head_dim + dim) = pair;
  }

  __device__ void hand_over_gated(int block, int g, bool own, float gate, float up) const {
    const float value = gate / (1.0f + __expf(-gate)) * up;
    const std::uint32_t pair = paired(g, value, value);
    if (own && g % 2 == 0)
      ptx::store_packet(exchange_.gated + (tiles_.tile * 8 + g) / 2, {pair, tag(block, Handed::gated)});
  }

  /// The residual stream's values `column` and `column` + 8 before this product.
  __device__ float2 residual_of(int block, Part part, int column) const {
    if (part == output && block == 0) return make_float2(op_.x[column], op_.x[column + 8]);
    const Packet* const from = (part == output ? exchange_.x[1] : exchange_.x[0]) + column;
    const std::uint32_t expected =
        part == output ? tag(block - 1, Handed::block) : tag(block, Handed::attended);
    const std::uint32_t low = await_packet(from, expected), high = await_packet(from + 8, expected);
    return make_float2(__uint_as_float(low), __uint_as_float(high));
  }
  __device__ void hand_over_residual(int block, Part part, int column, float low, float high) const {
    if (part == down && block + 1 == op_.count) {
      op_.x[column] = low;
      op_.x[column + 8] = high;
      return;
    }
    Packet* const to = (part == output ? exchange_.x[0] : exchange_.x[1]) + column;
    const std::uint32_t now = tag(block, part == output ? Handed::attended : Handed::block);
    ptx::store_packet(to, {__float_as_uint(low), now});
    ptx::store_packet(to + 8, {__float_as_uint(high), now});
  }

  /// The last block of threads to end lets the next launch's tags begin after this one's.
  __device__ void leave() const {
    if (threadIdx.x % 32 != 0 || atomicAdd(exchange_.left, 1u) + 1 < gridDim.x) return;
    *exchange_.left = 0;
    *exchange_.launches = tag(op_.count, Handed::queries) - 1;
  }

  const PersistentBlocks& op_;
  const Exchange& exchange_;
  float4* const partials_;
  std::uint8_t* const x_;
  const RowPlaces& places_;
  const ProductInput<multipliers> input_;
  SumBarriers& sums_;
  const std::uint32_t launches_;
  Cursor tiles_;
  RingPlace place_{.parity = 0};
  int buffer_ = 0;
  unsigned turn_ = 0;  // parity of the buffer's uses
};

#endif

__global__ void __launch_bounds__(threads, 1)
    persistent_blocks(const __grid_constant__ PersistentBlocks op, const __grid_constant__ Exchange exchange,
                      const __grid_constant__ PersistentLayout layout, float score_scale) {
#if defined(TILESCRIBE_SM90A)
  extern __shared__ __align__(128) std::uint8_t shared[];
  __shared__ std::int32_t slot, position;
  __shared__ float norm_sums[skinny_slices];
  __shared__ ptx::Barrier full[persistent_stages], empty[persistent_stages];
  __shared__ SumBarriers sums;
  const int thread = static_cast<int>(threadIdx.x), half = op.rotary_dim / 2;
  auto* const rotation = reinterpret_cast<float2*>(shared + layout.rotation);
  const RowPlaces places = {&slot, &position, rotation};
  const WeightRing ring = {shared, full, empty, persistent_stages};
  Step step(op, exchange, layout, shared, places, norm_sums, sums);
  if (thread == 0) {
    slot = *op.slot;
    position = *op.position;
    for (int i = 0; i < 2; ++i) {
      ptx::barrier_init(sums.full + i, multiplying);
      ptx::barrier_init(sums.empty + i, 32);
    }
    ring.init();
  }
  if (thread < half && *op.position >= 0)
    rotation[thread] = op.cos_sin[static_cast<std::size_t>(*op.position) * half + thread];
  __syncthreads();
  if (thread < multiplying) {
    ptx::give_registers<104>();
    step.multiply_all(ring);
  } else if (thread < multiplying + attending) {
    ptx::take_registers<232>();
    step.attend_all(score_scale, shared + layout.attention);
  } else {
    ptx::give_registers<64>();
    const int warp = (thread - multiplying - attending) / 32;
    if (warp == 0) step.finish_all();
    if (warp == 1) stream_weights(op, ring);
  }
#endif
}

}  // namespace

void launch_persistent_blocks(const PersistentBlocks& op, CudaStream& stream) {
  if (persistent_configs(op.sizes(), stream.gpu()).empty() || op.most_keys > op.capacity) {
    throw Error(
        "A decode step as one kernel takes a row of 512, 1024, 1536 or 2048 values, at most 4 heads of 128 "
        "values per key/value head, and as many keys as the cache has room for, not {1} values, {2} heads on "
        "{3} and {4} of {5} keys.",
        op.width, op.heads, op.kv_heads, op.most_keys, op.capacity);
  }
  const PersistentLayout layout = persistent_layout(op.sizes());
  launch(stream,
         {.name = "persistent_blocks",
          .grid = dim3(static_cast<unsigned>(stream.gpu().multiprocessors)),
          .threads = threads,
          .shared_bytes = layout.bytes,
          .together = true},
         persistent_blocks, op, exchange_of(op), layout, decode_score_scale(head_dim));
}

}  // namespace tilescribe::kernels

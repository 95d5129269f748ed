// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/barrier.cuh"
#include "kernels/ops/attention/decode_attention.cuh"
#include "kernels/ops/blocks/persistent_exchange.cuh"
#include "kernels/ops/blocks/persistent_stream.cuh"
#include "kernels/ops/linear/skinny_norm.cuh"
#include "kernels/ops/linear/skinny_result.cuh"

/// How the warps of persistent_blocks that multiply get what they multiply: they wait for what is handed
/// over, and write it to shared memory as bf16.
namespace tilescribe::kernels {

/// Of the first `multiplying` threads of a block, which meet at barrier `meeting`.
template <int meeting>
class ProductInput {
 public:
  /// x: bf16 [k] in shared memory. norm_sums: a float for each warp, there too.
  __device__ ProductInput(const PersistentBlocks& op, const Exchange& exchange, const RowPlaces& places,
                          std::uint8_t* x, float* norm_sums)
      : op_(op), exchange_(exchange), places_(places), x_(x), norm_sums_(norm_sums) {}

  /// The RMSNorm of the residual stream, which is handed over in `x`; null: the step's input.
  __device__ void norm(const Packet* x, std::uint32_t tag, const float* gain_at, float eps) const {
    const int first = 4 * static_cast<int>(threadIdx.x);
    float4 gain[norm_passes] = {}, values[norm_passes] = {};
    float sum = 0.0f;
#pragma unroll
    for (int pass = 0; pass < norm_passes; ++pass) {
      const int i = first + pass * norm_pass;
      if (i < op_.width) gain[pass] = *reinterpret_cast<const float4*>(gain_at + i);
      if (x == nullptr && i < op_.width) values[pass] = *reinterpret_cast<const float4*>(op_.x + i);
    }
    if (x != nullptr) {
      uint4 pairs[2 * norm_passes] = {};
      await_pairs(
          [&](int i) {
            const int at = first + i / 2 * norm_pass;
            return at < op_.width ? x + at + i % 2 * 2 : nullptr;
          },
          tag, pairs);
#pragma unroll
      for (int pass = 0; pass < norm_passes; ++pass) {
        const uint4 low = pairs[2 * pass], high = pairs[2 * pass + 1];
        values[pass] = as_floats(make_uint4(low.x, low.z, high.x, high.z));
      }
    }
#pragma unroll
    for (int pass = 0; pass < norm_passes; ++pass) sum += sum_of_squares(values[pass]);
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) norm_sums_[threadIdx.x / 32] = sum;
    meet();  // nobody needs the x of the product before any more
    const float scale = inverse_rms(norm_sums_, op_.width, eps);
#pragma unroll
    for (int pass = 0; pass < norm_passes; ++pass) {
      const int i = first + pass * norm_pass;
      if (i < op_.width) *reinterpret_cast<uint2*>(x_ + i * 2) = normed_bf16(values[pass], scale, gain[pass]);
    }
    meet();
  }

  /// The gated row.
  __device__ void copy_gated(std::uint32_t tag) const {
    constexpr int at_once = 6;
    const int all = op_.hidden / 4;
    meet();
    for (int first = static_cast<int>(threadIdx.x); first < all; first += at_once * multiplying) {
      uint4 pairs[at_once];
      await_pairs(
          [&](int i) {
            const int pair = first + i * multiplying;
            return pair < all ? exchange_.gated + 2 * pair : nullptr;
          },
          tag, pairs);
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        const int pair = first + i * multiplying;
        if (pair < all) *reinterpret_cast<uint2*>(x_ + pair * 8) = make_uint2(pairs[i].x, pairs[i].z);
      }
    }
    meet();
  }

  /// What was attended to: the chunks of all heads, combined in ascending order.
  __device__ void combine_chunks(std::uint32_t tag) const {
    constexpr int at_once = 4;  // chunks; a thread has 8 values of each
    if (threadIdx.x < 32) await_chunks(tag);
    meet();
    const int width = op_.heads * head_dim, position = attended_position(op_, places_);
    const int last = position < 0 ? -1 : position / decode_chunk_keys;
    for (int i = 8 * static_cast<int>(threadIdx.x); i < width; i += 8 * multiplying) {
      RunningSum low, high;
      for (int first = 0; first <= last; first += at_once) {
        float4 weights[at_once], sums[at_once][2];
#pragma unroll
        for (int c = 0; c < at_once; ++c) {
          const int at = min(first + c, last) * op_.heads;
          weights[c] = as_floats(ptx::load_l2(exchange_.weights + at + i / head_dim));
          sums[c][0] = as_floats(ptx::load_l2(exchange_.sums + at * head_dim + i));
          sums[c][1] = as_floats(ptx::load_l2(exchange_.sums + at * head_dim + i + 4));
        }
#pragma unroll
        for (int c = 0; c < at_once; ++c) {
          if (first + c > last) break;
          low.add(sums[c][0], make_float2(weights[c].x, weights[c].y));
          high.add(sums[c][1], make_float2(weights[c].x, weights[c].y));
        }
      }
      auto* const to = reinterpret_cast<__nv_bfloat16*>(x_ + i * 2);
      low.store(to);
      high.store(to + 4);
    }
    meet();
  }

 private:
  static constexpr int norm_passes = persistent_most_width / norm_pass, head_dim = persistent_head_dim;

  __device__ static void meet() {
    ptx::meet(meeting, multiplying);
  }
  /// Of one warp, whose lanes share the flags.
  __device__ void await_chunks(std::uint32_t tag) const {
    const int position = attended_position(op_, places_);
    for (int i = static_cast<int>(threadIdx.x); i < attention_items(op_); i += 32) {
      if (position < i / op_.kv_heads * decode_chunk_keys) continue;
      while (ptx::load_flag(exchange_.finished + i) != tag) {
      }
    }
    __syncwarp();
  }
  __device__ static float4 as_floats(uint4 bits) {
    return make_float4(__uint_as_float(bits.x), __uint_as_float(bits.y), __uint_as_float(bits.z),
                       __uint_as_float(bits.w));
  }

  const PersistentBlocks& op_;
  const Exchange& exchange_;
  const RowPlaces& places_;
  std::uint8_t* const x_;
  float* const norm_sums_;
};

}  // namespace tilescribe::kernels

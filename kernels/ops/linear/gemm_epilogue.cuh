// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <cuda_bf16.h>

#include "kernels/device/math.cuh"
#include "kernels/device/mma.cuh"
#include "kernels/ops/linear/product.h"

/// Shared by the epilogues of the kernels for products.
namespace tilescribe::kernels {

/// x·Φ(x) to within 1e-6; down to x = -4 also within 1e-3 of its value (bf16 rounds by 4e-3). The logarithm
/// of Φ(-|x|) is nearly a parabola; a polynomial of degree 5 (our own fit on [0, 5]) approximates it. erff
/// needs twice the instructions, which shows when every column of a wide product goes through it.
inline __device__ float gelu_fast(float x) {
  const float z = fabsf(x);
  float log2_tail = -4.2255630251e-4f;
  log2_tail = fmaf(log2_tail, z, 6.753404159e-3f);
  log2_tail = fmaf(log2_tail, z, -5.1061987877e-2f);
  log2_tail = fmaf(log2_tail, z, -4.6075364947e-1f);
  log2_tail = fmaf(log2_tail, z, -1.1504763365f);
  log2_tail = fmaf(log2_tail, z, -1.0000764132f);
  return fmaf(-z, ptx::exp2_fast(log2_tail), fmaxf(x, 0.0f));
}

inline __device__ float silu_fast(float x) {
  return __fdividef(x, 1.0f + ptx::exp2_fast(-1.4426950409f * x));
}

/// Rotates a pair of values. Rounds in the same places in every kernel.
inline __device__ void rotate_pair(float& low, float& high, float2 cos_sin) {
  const float first = low;
  low = fmaf(first, cos_sin.x, -__fmul_rn(high, cos_sin.y));
  high = fmaf(high, cos_sin.x, __fmul_rn(first, cos_sin.y));
}

/// QkvTarget as a kernel argument, without its rows and its type.
struct QkvHeads {
  __nv_bfloat16 *q, *k, *v;
  const float2* cos_sin;
  std::int64_t capacity;
  std::int32_t heads, kv_heads, head_dim, rotary_dim;
};
inline QkvHeads qkv_heads(const QkvTarget& target) {
  return {.q = static_cast<__nv_bfloat16*>(target.q),
          .k = static_cast<__nv_bfloat16*>(target.k),
          .v = static_cast<__nv_bfloat16*>(target.v),
          .cos_sin = static_cast<const float2*>(target.cos_sin),
          .capacity = target.capacity,
          .heads = static_cast<std::int32_t>(target.heads),
          .kv_heads = static_cast<std::int32_t>(target.kv_heads),
          .head_dim = static_cast<std::int32_t>(target.head_dim),
          .rotary_dim = static_cast<std::int32_t>(target.rotary_dim)};
}

/// With the rows of sequences, passed by value, so a launch can be captured in a graph.
struct QkvArguments : QkvHeads {
  std::int32_t head_shift;  // head_dim = 1 << head_shift
  std::int32_t sequence_count;
  Sequence sequences[most_gemm_sequences];
};
/// Converts the target of a product that gemm_sm90 supports (gemm_sm90.cu).
QkvArguments qkv_arguments(const QkvTarget& target);

/// Where a row of a merged product goes.
struct RowPlace {
  std::int32_t slot;      // -1: not written
  std::int32_t position;  // valid even then
};

inline __device__ RowPlace place_of(const QkvArguments& qkv, std::int64_t row) {
  std::int32_t low = 0, high = qkv.sequence_count;  // the last sequence that starts at or before the row
  while (high - low > 1) {
    const std::int32_t middle = (low + high) / 2;
    if (qkv.sequences[middle].first_row <= row) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const Sequence& sequence = qkv.sequences[low];
  const std::int64_t offset = row - sequence.first_row;
  if (offset < 0 || offset >= sequence.rows) return {-1, 0};
  return {sequence.slot, sequence.position + static_cast<std::int32_t>(offset)};
}

/// The address of `column` of the merged product for this row: in q, or in its head in k or v.
inline __device__ __nv_bfloat16* qkv_address(const QkvArguments& qkv, std::int64_t row, RowPlace place,
                                             std::int32_t column) {
  const std::int32_t head = column >> qkv.head_shift, inside = column & (qkv.head_dim - 1);
  if (head < qkv.heads) return qkv.q + row * (qkv.heads * qkv.head_dim) + column;
  const bool is_key = head < qkv.heads + qkv.kv_heads;
  const std::int64_t kv_head = head - qkv.heads - (is_key ? 0 : qkv.kv_heads);
  return (is_key ? qkv.k : qkv.v) +
         ((place.slot * std::int64_t{qkv.kv_heads} + kv_head) * qkv.capacity + place.position) *
             qkv.head_dim +
         inside;
}

}  // namespace tilescribe::kernels

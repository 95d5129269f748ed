// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/stream.h"
#include "kernels/device/types.h"

/// Matrix products of a decode step: 1 to 64 rows times a bf16 weight that is read once, in the file's
/// layout. A row's result has the same bits for any number of rows, so batching changes no ids.
namespace tilescribe::kernels {

/// What happens to y[r, i] = x[r]·w[i] (+ bias[i]).
enum class SkinnyResult {
  store_f32,        // y, f32 [rows, n]
  store_bf16,       // y, bf16 [rows, n]
  residual_f32,     // y += …, f32 [rows, n]
  gated_silu_bf16,  // y, bf16 [rows, n/2] = silu(gate)·up (Shazeer 2020); w: n/2 gate rows, then n/2 up rows
  qkv_rope_append,  // rotated queries to y, bf16 [rows, heads·head_dim]; rotated keys, and values, to the
                    // cache
};

/// For qkv_rope_append: w is [(heads + 2·kv_heads)·head_dim, k]: queries, keys, values. Value j of a head is
/// rotated with value j + rotary_dim/2 (Su et al. 2021). Values from rotary_dim on stay as they are.
struct SkinnyQkv {
  int heads = 0, kv_heads = 0;
  int head_dim = 0;                         // a multiple of 16
  int rotary_dim = 0;                       // a multiple of 16, at most head_dim
  const float2* rotation = nullptr;         // [positions, rotary_dim/2], cosine and sine; 16-byte aligned
  const std::int32_t* slots = nullptr;      // [rows], the row's slot in the cache
  const std::int32_t* positions = nullptr;  // [rows]; negative: an idle row, nothing is written
  __nv_bfloat16* keys = nullptr;            // [slots, kv_heads, capacity, head_dim]
  __nv_bfloat16* values = nullptr;          // like keys
  std::int64_t capacity = 0;
};

struct SkinnyLinear {
  const __nv_bfloat16* w = nullptr;  // [n, k], 16-byte aligned
  const float* bias = nullptr;       // [n] or null
  int rows = 0;                      // 1 … 64
  int n = 0, k = 0;                  // multiples of 8 (of 16 for the rows of gate and up together)

  // The input, one of these two:
  const __nv_bfloat16* x = nullptr;  // [rows, k]
  const float* residual = nullptr;   // [rows, k]: x is its RMSNorm (float32, times gain, rounded to bf16)
  const float* gain = nullptr;       // [k]
  float eps = 1e-5f;
  __nv_bfloat16* normed = nullptr;  // [rows, k], scratch for a norm that is not fused into the product

  // No kernel runs before or after it, so it may use all of a multiprocessor's shared memory. In a step it
  // leaves half, so the next kernel can fetch ahead.
  bool alone = false;

  SkinnyResult result = SkinnyResult::store_f32;
  void* y = nullptr;
  SkinnyQkv qkv;
};

/// Launches the product and nothing after it. Throws Error for unsupported sizes.
void launch_skinny_linear(const SkinnyLinear& op, CudaStream& stream);

/// Whether launch_skinny_linear norms inside the product; then `normed` is not needed.
bool skinny_norm_is_fused(int rows, int k);

/// out = RMSNorm(x)·gain as bf16, with the same bits as the norm fused into launch_skinny_linear.
struct RmsNormBf16 {
  __nv_bfloat16* out = nullptr;  // [rows, k]
  const float* x = nullptr;      // [rows, k]
  const float* gain = nullptr;   // [k]
  float eps = 1e-5f;
  int rows = 0;
  int k = 0;  // a multiple of 8
};
void launch_rms_norm_bf16(const RmsNormBf16& op, CudaStream& stream);

}  // namespace tilescribe::kernels

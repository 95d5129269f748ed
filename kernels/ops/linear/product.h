// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/core/sequence.h"

/// A matrix product with a weight, in the form that every kernel for products takes. It needs no CUDA header,
/// so the host can plan with it.
namespace tilescribe::kernels {

/// What happens to a product before it is written. GELU is exact (erf).
enum class Epilogue {
  store_f32,
  store_bf16,
  residual_f32,     // y += product
  gated_silu_bf16,  // y[m][j] = silu(gate_j)·up_j (Shazeer 2020); w holds n/2 gate rows, then n/2 up rows
  qkv_rope,         // queries, keys and values to their places (QkvTarget), bf16; y is unused
  // Of many rows only. Without gaps between those of a step, its kernels need fewer registers.
  gelu_f32,
  gelu_bf16,
};

constexpr bool writes_f32(Epilogue epilogue) {
  return epilogue == Epilogue::store_f32 || epilogue == Epilogue::gelu_f32 ||
         epilogue == Epilogue::residual_f32;
}

/// The sizes of a product, by which its kernels and their configurations are chosen (product_plan.h).
struct ProductSizes {
  std::int64_t rows = 0, n = 0, k = 0;
  std::int64_t batches = 1;
  Epilogue epilogue = Epilogue::store_f32;
  bool normed = false;         // the product takes the norm of a float32 residual stream
  DType stored = DType::bf16;  // of a step's weight; tiles take i8 widened
  // Of qkv_rope:
  std::int64_t head_dim = 0, rotary_dim = 0;
  std::int64_t sequences = 0;  // that the rows belong to; of a step's rows 0
};

/// Where the columns of a merged query/key/value product go: `heads` query heads, then kv_heads key heads,
/// then kv_heads value heads, head_dim columns each.
struct QkvTarget {
  void* q = nullptr;  // bf16 [rows, heads·head_dim]
  void* k = nullptr;  // bf16, or for a step also E4M3, [slots, kv_heads, capacity, head_dim]
  void* v = nullptr;  // like k
  bool float8_cache = false;
  std::int64_t heads = 0, kv_heads = 0, head_dim = 0, capacity = 0;
  /// In a query's or key's first rotary_dim values, value j is rotated with value j + rotary_dim/2 (rope.h).
  std::int64_t rotary_dim = 0;
  const void* cos_sin = nullptr;  // float2 [positions, rotary_dim/2] on the device: cosine, sine
  /// Sequences in order of their rows. Rows that belong to none, and idle rows of a step, are not written.
  Rows rows;
};

/// y[b][m][j] = (Σ_k x[b][m][k]·w[j][k])·scale[j]·x_scale[m] + bias[j], summed in float32, then the epilogue.
/// A kernel sums in the same order for any number of rows, so a row's result does not depend on the other
/// rows. All pointers are on the device and 16-byte aligned; strides are in elements.
struct Product {
  std::int64_t rows = 0, n = 0, k = 0;
  std::int64_t batches = 1;

  // The input, one of these two:
  const void* x = nullptr;          // bf16 [batches, rows, k]; rows may overlap, as in a convolution
  const float* residual = nullptr;  // [rows, k]; x is its RMSNorm (float32, times gain, rounded to bf16)
  std::int64_t x_row_stride = 0, x_batch_stride = 0;
  const float* gain = nullptr;  // [k]
  float eps = 1e-5f;
  void* normed = nullptr;  // bf16 [rows, k], scratch for a norm that is not fused into the product

  const void* w = nullptr;       // [n, k], dense; if not in bf16, as in eight_bit_layout.h
  const float* scale = nullptr;  // [n] or null: of w's rows; the sum is multiplied by it before the bias
  const float* bias = nullptr;   // [n] or null
  DType stored = DType::bf16;    // type of w: bf16, i8 or f8
  const float* x_scale =
      nullptr;  // [rows] or null: with it, x is f8 like w, and the sum is multiplied by it, too
  bool w_is_fresh =
      false;  // an earlier kernel of this step writes w (widen_eight_bit.h); otherwise it never changes

  Epilogue epilogue = Epilogue::store_f32;
  void* y = nullptr;  // [batches, rows, columns()], f32 or bf16 depending on the epilogue
  std::int64_t y_row_stride = 0, y_batch_stride = 0;
  QkvTarget qkv;  // for qkv_rope

  /// Columns of y; for qkv_rope, of the merged product.
  std::int64_t columns() const { return epilogue == Epilogue::gated_silu_bf16 ? n / 2 : n; }
  ProductSizes sizes() const;
};

/// The most sequences in a product of gemm_sm90 and gemm_sm80, and the most rows in one of skinny_linear.
inline constexpr std::int64_t most_gemm_sequences = 128;
inline constexpr std::int64_t most_skinny_rows = 64;

/// Whether the kernels, which take the sizes, also take the product's addresses and strides.
bool tiles_reach(const Product& product);
bool skinny_reaches(const Product& product);

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/backend/cpu/block_product.h"
#include "kernels/core/dtype.h"

/// Row kernels of the CPU backend, vectorised with Highway for the CPU's instruction set. Lengths count
/// values. Nothing needs alignment. `out` may be the input if the types agree.
namespace tilescribe::kernels::simd {

/// The instruction set that the row kernels use, e.g. "AVX3".
const char* target_name();

void layer_norm(const float* x, const float* gain, const float* bias, float eps, std::int64_t width,
                DType out_type, void* out);
void rms_norm(const float* x, const float* gain, float eps, std::int64_t width, DType out_type, void* out);

/// The end of a matrix product, on one row of its result. `bias` may be null.
void add_bias(const float* x, const float* bias, std::int64_t n, DType out_type, void* out);
void add_bias_gelu(const float* x, const float* bias, std::int64_t n, DType out_type, void* out);
void add_bias_residual(const float* x, const float* bias, std::int64_t n, float* residual);

/// out = silu(gate)·up.
void gated_silu(const float* gate, const float* up, std::int64_t n, DType out_type, void* out);

/// Rotates values j and j + half of a head by angles given as cosine and sine [half]. Copies the rest.
void rope(const float* head, const float* cosine, const float* sine, std::int64_t half, std::int64_t head_dim,
          DType out_type, void* out);

/// weights[j] = exp(scale·(x[j] − max x)) for j < keys, 0 up to width. Returns the sum of the weights.
float softmax_weights(const float* x, float scale, std::int64_t keys, std::int64_t width, DType out_type,
                      void* out);

/// The state of several rows in a softmax that takes keys block by block (Milakov and Gimelshein 2018).
struct SoftmaxRows {
  std::int64_t rows = 0;
  std::int64_t keys = 0;          // of this block, a multiple of 64
  std::int64_t seen = 0;          // the keys of this block that row 0 sees; may be negative or exceed `keys`
  bool causal = false;            // each further row sees one key more
  float scale = 1.0f;             // of the scores
  const float* scores = nullptr;  // [rows, stride]
  void* weights = nullptr;        // [rows, stride]; may be the scores
  std::int64_t stride = 0;
  float* top =
      nullptr;  // [rows] the largest score so far, times scale·log2(e); -infinity before the first block
  float* total = nullptr;  // [rows] the sum of weights so far
  float* sums = nullptr;   // [rows, width] the weighted sum of values so far, a multiple of 16 wide
  std::int64_t width = 0;
};
/// weights = 2^(scores·scale·log2(e) − top) of a type, 0 for keys that a row does not see. `top` becomes what
/// it is with this block. What came before is scaled to it.
void softmax_block(const SoftmaxRows& rows, DType type);

/// One row's query heads that share a head of keys and values [keys, head_dim]. All in one type.
struct SharedHead {
  std::int64_t lines = 0, head_dim = 0, keys = 0;  // lines: query heads
  float scale = 1.0f;                              // of the scores
  const void* q = nullptr;                         // [lines, head_dim]
  const void *k = nullptr, *v = nullptr;
  void* out = nullptr;      // [lines, head_dim]
  float* memory = nullptr;  // shared_head_memory() values
};
void attend_shared_head(const SharedHead& head, DType type);
constexpr std::int64_t shared_head_memory(std::int64_t head_dim, std::int64_t keys) {
  return 4 * (head_dim + keys + 256);  // four lines at a time, padded to two vectors of up to 128 values
}

/// out = x·factor.
void scale(const float* x, float factor, std::int64_t n, DType out_type, void* out);

float dot(const void* a, const void* b, DType type, std::int64_t n);
/// sum += factor·x.
void accumulate(float* sum, float factor, const void* x, DType type, std::int64_t n);

struct Best {
  std::int32_t index = 0;
  float probability = 0.0f;
};
/// Index of the largest value (the lowest if several are equal; NaN never wins) and its softmax probability.
Best argmax(const float* x, std::int64_t n);

/// float32 → `out_type`, or a stored type → float32.
void narrow(const float* x, std::int64_t n, DType out_type, void* out);
void widen(const void* x, DType type, std::int64_t n, float* out);

/// Panels of bf16 pairs [k/2][64][2] → float32 [k][64]; `pairs` is k/2.
void widen_panel(const std::uint16_t* panel, std::int64_t pairs, float* out);

/// The largest magnitude; infinity or NaN if a value is not finite.
float largest_magnitude(const float* x, std::int64_t n);
/// out = x/scale to the nearest whole number, ties to even, within ±127.
void quantize(const float* x, float scale, std::int64_t n, std::int8_t* out);
/// Rows of 64 whole numbers, [k][64], as a panel of a type (packed_matrix.h). bf16: k is even. Exact.
void widen_int8(const std::int8_t* rows, std::int64_t k, DType type, void* panel);
/// out = x·factors, value by value.
void multiply(const float* x, const float* factors, std::int64_t n, float* out);

/// out = log10(max(x, floor)). Returns the largest.
float log10_floor(const float* x, float floor, std::int64_t n, float* out);
/// out = (max(x, floor) + 4)/4.
void whisper_scale(const float* x, float floor, std::int64_t n, DType out_type, void* out);

/// A product in float32 of any size, for highway_blocks.
void gemm(const BlockProduct& product);

}  // namespace tilescribe::kernels::simd

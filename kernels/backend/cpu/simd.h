// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

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

/// out = log10(max(x, floor)). Returns the largest.
float log10_floor(const float* x, float floor, std::int64_t n, float* out);
/// out = (max(x, floor) + 4)/4.
void whisper_scale(const float* x, float floor, std::int64_t n, DType out_type, void* out);

/// c[m, n] = a[m, k]·panels, all float32. Rows are dense; panels: [n/64][k_padded][64].
void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* panels,
          std::int64_t k_padded, float* c);

}  // namespace tilescribe::kernels::simd

// SPDX-License-Identifier: Apache-2.0
// Norms, the end of a matrix product, rotation, spectra: row by row.
#include <cmath>

#include "kernels/backend/cpu/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/backend/cpu/simd_rows.cpp"
// clang-format off
#include <hwy/foreach_target.h>  // first: it includes this file once per instruction set
#include "kernels/backend/cpu/simd_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace tilescribe::kernels::simd {
namespace HWY_NAMESPACE {

void LayerNorm(const float* x, const float* gain, const float* bias, float eps, std::int64_t width,
               DType type, void* out) {
  const F d;
  const float n = static_cast<float>(width);
  const float mean = reduce(x, width, [](VF v) { return v; }) / n;
  const VF m = hn::Set(d, mean);
  const float variance = reduce(x, width,
                                [m](VF v) {
                                  const VF c = hn::Sub(v, m);
                                  return hn::Mul(c, c);
                                }) /
                         n;
  const VF inverse = hn::Set(d, 1.0f / std::sqrt(variance + eps));
  with_type(type, out, [&](auto* y) {
    map(x, y, width, [&](VF v, std::int64_t i, std::int64_t k) {
      return hn::MulAdd(hn::Mul(hn::Sub(v, m), inverse), at(gain, i, k), at(bias, i, k));
    });
  });
}

void RmsNorm(const float* x, const float* gain, float eps, std::int64_t width, DType type, void* out) {
  const F d;
  const float square = reduce(x, width, [](VF v) { return hn::Mul(v, v); }) / static_cast<float>(width);
  const VF inverse = hn::Set(d, 1.0f / std::sqrt(square + eps));
  with_type(type, out, [&](auto* y) {
    map(x, y, width,
        [&](VF v, std::int64_t i, std::int64_t k) { return hn::Mul(hn::Mul(v, inverse), at(gain, i, k)); });
  });
}

void AddBias(const float* x, const float* bias, std::int64_t n, DType type, void* out) {
  with_type(type, out, [&](auto* y) {
    if (bias == nullptr) {
      map(x, y, n, [](VF v, std::int64_t, std::int64_t) { return v; });
    } else {
      map(x, y, n, [&](VF v, std::int64_t i, std::int64_t k) { return hn::Add(v, at(bias, i, k)); });
    }
  });
}

void AddBiasGelu(const float* x, const float* bias, std::int64_t n, DType type, void* out) {
  const F d;
  with_type(type, out, [&](auto* y) {
    if (bias == nullptr) {
      map(x, y, n, [d](VF v, std::int64_t, std::int64_t) { return gelu(d, v); });
    } else {
      map(x, y, n, [&](VF v, std::int64_t i, std::int64_t k) { return gelu(d, hn::Add(v, at(bias, i, k))); });
    }
  });
}

void AddBiasResidual(const float* x, const float* bias, std::int64_t n, float* residual) {
  if (bias == nullptr) {
    map(x, residual, n, [&](VF v, std::int64_t i, std::int64_t k) { return hn::Add(v, at(residual, i, k)); });
  } else {
    map(x, residual, n, [&](VF v, std::int64_t i, std::int64_t k) {
      return hn::Add(hn::Add(v, at(bias, i, k)), at(residual, i, k));
    });
  }
}

void GatedSilu(const float* gate, const float* up, std::int64_t n, DType type, void* out) {
  const F d;
  with_type(type, out, [&](auto* y) {
    map(gate, y, n, [&](VF g, std::int64_t i, std::int64_t k) { return hn::Mul(silu(d, g), at(up, i, k)); });
  });
}

void Rope(const float* head, const float* cosine, const float* sine, std::int64_t half, std::int64_t head_dim,
          DType type, void* out) {
  with_type(type, out, [&](auto* y) {
    const float* second = head + half;
    map(head, y, half, [&](VF a, std::int64_t i, std::int64_t k) {
      return hn::NegMulAdd(at(second, i, k), at(sine, i, k), hn::Mul(a, at(cosine, i, k)));
    });
    map(second, y + half, half, [&](VF b, std::int64_t i, std::int64_t k) {
      return hn::MulAdd(at(head, i, k), at(sine, i, k), hn::Mul(b, at(cosine, i, k)));
    });
    map(head + 2 * half, y + 2 * half, head_dim - 2 * half,
        [](VF v, std::int64_t, std::int64_t) { return v; });
  });
}

float Log10Floor(const float* x, float floor, std::int64_t n, float* out) {
  const F d;
  const VF lowest = hn::Set(d, floor);
  map(x, out, n, [&](VF v, std::int64_t, std::int64_t) { return hn::Log10(d, hn::Max(v, lowest)); });
  return largest(out, n);
}

void WhisperScale(const float* x, float floor, std::int64_t n, DType type, void* out) {
  const F d;
  const VF lowest = hn::Set(d, floor), four = hn::Set(d, 4.0f), quarter = hn::Set(d, 0.25f);
  with_type(type, out, [&](auto* y) {
    map(x, y, n, [&](VF v, std::int64_t, std::int64_t) {
      return hn::Mul(hn::Add(hn::Max(v, lowest), four), quarter);
    });
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace tilescribe::kernels::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tilescribe::kernels::simd {

HWY_EXPORT(LayerNorm);
HWY_EXPORT(RmsNorm);
HWY_EXPORT(AddBias);
HWY_EXPORT(AddBiasGelu);
HWY_EXPORT(AddBiasResidual);
HWY_EXPORT(GatedSilu);
HWY_EXPORT(Rope);
HWY_EXPORT(Log10Floor);
HWY_EXPORT(WhisperScale);

void layer_norm(const float* x, const float* gain, const float* bias, float eps, std::int64_t width,
                DType type, void* out) {
  HWY_DYNAMIC_DISPATCH(LayerNorm)(x, gain, bias, eps, width, type, out);
}
void rms_norm(const float* x, const float* gain, float eps, std::int64_t width, DType type, void* out) {
  HWY_DYNAMIC_DISPATCH(RmsNorm)(x, gain, eps, width, type, out);
}
void add_bias(const float* x, const float* bias, std::int64_t n, DType type, void* out) {
  HWY_DYNAMIC_DISPATCH(AddBias)(x, bias, n, type, out);
}
void add_bias_gelu(const float* x, const float* bias, std::int64_t n, DType type, void* out) {
  HWY_DYNAMIC_DISPATCH(AddBiasGelu)(x, bias, n, type, out);
}
void add_bias_residual(const float* x, const float* bias, std::int64_t n, float* residual) {
  HWY_DYNAMIC_DISPATCH(AddBiasResidual)(x, bias, n, residual);
}
void gated_silu(const float* gate, const float* up, std::int64_t n, DType type, void* out) {
  HWY_DYNAMIC_DISPATCH(GatedSilu)(gate, up, n, type, out);
}
void rope(const float* head, const float* cosine, const float* sine, std::int64_t half, std::int64_t head_dim,
          DType type, void* out) {
  HWY_DYNAMIC_DISPATCH(Rope)(head, cosine, sine, half, head_dim, type, out);
}
float log10_floor(const float* x, float floor, std::int64_t n, float* out) {
  return HWY_DYNAMIC_DISPATCH(Log10Floor)(x, floor, n, out);
}
void whisper_scale(const float* x, float floor, std::int64_t n, DType type, void* out) {
  HWY_DYNAMIC_DISPATCH(WhisperScale)(x, floor, n, type, out);
}

}  // namespace tilescribe::kernels::simd
#endif  // HWY_ONCE

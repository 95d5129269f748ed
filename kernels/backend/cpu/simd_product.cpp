// SPDX-License-Identifier: Apache-2.0
// Conversions between stored and computed types, and the matrix product for CPUs without oneDNN's kernels.
#include "kernels/backend/cpu/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/backend/cpu/simd_product.cpp"
// clang-format off
#include <hwy/foreach_target.h>  // first: it includes this file once per instruction set
#include "kernels/backend/cpu/simd_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace tilescribe::kernels::simd {
namespace HWY_NAMESPACE {

const char* TargetName() {
  return hwy::TargetName(HWY_TARGET);
}

void Narrow(const float* x, std::int64_t n, DType type, void* out) {
  with_type(type, out, [&](auto* y) { map(x, y, n, [](VF v, std::int64_t, std::int64_t) { return v; }); });
}

void Widen(const void* x, DType type, std::int64_t n, float* out) {
  with_type(type, x,
            [&](const auto* v) { map(v, out, n, [](VF a, std::int64_t, std::int64_t) { return a; }); });
}

void WidenPanel(const std::uint16_t* panel, std::int64_t pairs, float* out) {
  const F d;
  const hn::RebindToUnsigned<F> du;
  const auto upper = hn::Set(du, 0xffff0000u);
  const std::int64_t step = lanes();
  for (std::int64_t p = 0; p < pairs; ++p) {
    const auto* in = reinterpret_cast<const std::uint32_t*>(panel + p * 128);
    float* even = out + p * 128;
    for (std::int64_t j = 0; j < 64; j += step) {
      const auto both = hn::LoadU(du, in + j);
      hn::StoreU(hn::BitCast(d, hn::ShiftLeft<16>(both)), d, even + j);
      hn::StoreU(hn::BitCast(d, hn::And(both, upper)), d, even + 64 + j);
    }
  }
}

// A register tile: `rows` rows by two vectors of a 64-wide panel.
template <int rows>
inline void gemm_tile(const float* a, std::int64_t lda, const float* panel, std::int64_t k, float* c,
                      std::int64_t ldc) {
  const F d;
  const std::int64_t step = lanes();
  VF s0[rows], s1[rows];
  for (int r = 0; r < rows; ++r) s0[r] = s1[r] = hn::Zero(d);
  for (std::int64_t i = 0; i < k; ++i) {
    const VF b0 = hn::LoadU(d, panel + i * 64);
    const VF b1 = hn::LoadU(d, panel + i * 64 + step);
    for (int r = 0; r < rows; ++r) {
      const VF x = hn::Set(d, a[r * lda + i]);
      s0[r] = hn::MulAdd(x, b0, s0[r]);
      s1[r] = hn::MulAdd(x, b1, s1[r]);
    }
  }
  for (int r = 0; r < rows; ++r) {
    hn::StoreU(s0[r], d, c + r * ldc);
    hn::StoreU(s1[r], d, c + r * ldc + step);
  }
}

inline void gemm_rows(std::int64_t rows, const float* a, std::int64_t lda, const float* panel, std::int64_t k,
                      float* c, std::int64_t ldc) {
  switch (rows) {
    case 1:
      return gemm_tile<1>(a, lda, panel, k, c, ldc);
    case 2:
      return gemm_tile<2>(a, lda, panel, k, c, ldc);
    case 3:
      return gemm_tile<3>(a, lda, panel, k, c, ldc);
    case 4:
      return gemm_tile<4>(a, lda, panel, k, c, ldc);
    case 5:
      return gemm_tile<5>(a, lda, panel, k, c, ldc);
    default:
      return gemm_tile<6>(a, lda, panel, k, c, ldc);
  }
}

void Gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* panels,
          std::int64_t k_padded, float* c) {
  constexpr std::int64_t tile_rows = 6;
  const std::int64_t width = 2 * lanes();
  for (std::int64_t n0 = 0; n0 < n; n0 += 64) {
    const float* panel = panels + n0 * k_padded;
    for (std::int64_t m0 = 0; m0 < m; m0 += tile_rows) {
      const std::int64_t rows = std::min(tile_rows, m - m0);
      for (std::int64_t j = 0; j < 64 && n0 + j < n; j += width) {
        const std::int64_t columns = std::min(width, n - n0 - j);
        float* to = c + m0 * n + n0 + j;
        if (columns == width) {
          gemm_rows(rows, a + m0 * k, k, panel + j, k, to, n);
        } else {
          HWY_ALIGN float edge[tile_rows * 2 * HWY_MAX_BYTES / 4];
          gemm_rows(rows, a + m0 * k, k, panel + j, k, edge, width);
          for (std::int64_t r = 0; r < rows; ++r) std::copy_n(edge + r * width, columns, to + r * n);
        }
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace tilescribe::kernels::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tilescribe::kernels::simd {

HWY_EXPORT(TargetName);
HWY_EXPORT(Narrow);
HWY_EXPORT(Widen);
HWY_EXPORT(WidenPanel);
HWY_EXPORT(Gemm);

const char* target_name() {
  return HWY_DYNAMIC_DISPATCH(TargetName)();
}
void narrow(const float* x, std::int64_t n, DType type, void* out) {
  HWY_DYNAMIC_DISPATCH(Narrow)(x, n, type, out);
}
void widen(const void* x, DType type, std::int64_t n, float* out) {
  HWY_DYNAMIC_DISPATCH(Widen)(x, type, n, out);
}
void widen_panel(const std::uint16_t* panel, std::int64_t pairs, float* out) {
  HWY_DYNAMIC_DISPATCH(WidenPanel)(panel, pairs, out);
}
void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* panels,
          std::int64_t k_padded, float* c) {
  HWY_DYNAMIC_DISPATCH(Gemm)(m, n, k, a, panels, k_padded, c);
}

}  // namespace tilescribe::kernels::simd
#endif  // HWY_ONCE

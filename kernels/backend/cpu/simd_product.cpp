// SPDX-License-Identifier: Apache-2.0
// Conversions between stored and computed types, and the matrix product for CPUs without oneDNN's kernels.
#include "kernels/backend/cpu/packed_matrix.h"
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

float LargestMagnitude(const float* x, std::int64_t n) {
  const F d;
  const hn::RebindToSigned<F> di;
  // Without their sign, floats are ordered as their bits are, and NaN is beyond infinity.
  auto most = hn::Zero(di);
  std::int64_t i = 0;
  for (; i + lanes() <= n; i += lanes()) most = hn::Max(most, hn::BitCast(di, hn::Abs(load(d, x + i))));
  if (i < n) most = hn::Max(most, hn::BitCast(di, hn::Abs(load_tail(d, x + i, n - i))));
  return hn::GetLane(hn::BitCast(d, hn::MaxOfLanes(di, most)));
}

void Quantize(const float* x, float scale, std::int64_t n, std::int8_t* out) {
  const F d;
  const hn::Rebind<std::int8_t, F> d8;
  const VF divisor = hn::Set(d, scale), most = hn::Set(d, 127.0f), least = hn::Set(d, -127.0f);
  const auto whole = [&](VF v) {
    return hn::DemoteTo(d8, hn::NearestInt(hn::Min(hn::Max(hn::Div(v, divisor), least), most)));
  };
  std::int64_t i = 0;
  for (; i + lanes() <= n; i += lanes()) hn::StoreU(whole(load(d, x + i)), d8, out + i);
  if (i == n) return;
  HWY_ALIGN std::int8_t rest[HWY_MAX_BYTES / 4];
  hn::StoreU(whole(load_tail(d, x + i, n - i)), d8, rest);
  std::copy_n(rest, n - i, out + i);
}

void WidenInt8(const std::int8_t* rows, std::int64_t k, DType type, void* panel) {
  const F d;
  const hn::RebindToSigned<F> di;
  const hn::RebindToUnsigned<F> du;
  const hn::Rebind<std::int8_t, F> d8;
  constexpr std::int64_t width = PanelLayout::width;
  const auto wide = [&](const std::int8_t* from) {
    return hn::ConvertTo(d, hn::PromoteTo(di, hn::LoadU(d8, from)));
  };
  if (type == DType::f32) {
    auto* to = static_cast<float*>(panel);
    for (std::int64_t i = 0; i < k * width; i += lanes()) hn::StoreU(wide(rows + i), d, to + i);
    return;
  }
  auto* to = static_cast<std::uint32_t*>(panel);
  for (std::int64_t i = 0; i < k; i += 2, rows += 2 * width, to += width) {
    for (std::int64_t j = 0; j < width; j += lanes()) {
      // Up to 127, a whole number as float32 ends with 16 zeros: its upper half is its bfloat16.
      const auto even = hn::BitCast(du, wide(rows + j)), odd = hn::BitCast(du, wide(rows + width + j));
      hn::StoreU(hn::Or(hn::ShiftRight<16>(even), odd), du, to + j);
    }
  }
}

void Multiply(const float* x, const float* factors, std::int64_t n, float* out) {
  map(x, out, n,
      [factors](VF v, std::int64_t i, std::int64_t count) { return hn::Mul(v, at(factors, i, count)); });
}

// Two vectors' columns of a panel, from some k on.
struct Strip {
  const float* values;
  std::int64_t stride;  // from k to k + 1
  std::int64_t k;
  bool accumulate;
};

// A register tile: `rows` rows by the columns of a strip.
template <int rows>
inline void gemm_tile(const Strip& b, const float* a, std::int64_t lda, float* c, std::int64_t ldc) {
  const F d;
  const std::int64_t step = lanes();
  VF s0[rows], s1[rows];
  for (int r = 0; r < rows; ++r) {
    s0[r] = b.accumulate ? hn::LoadU(d, c + r * ldc) : hn::Zero(d);
    s1[r] = b.accumulate ? hn::LoadU(d, c + r * ldc + step) : hn::Zero(d);
  }
  for (std::int64_t i = 0; i < b.k; ++i) {
    const VF b0 = hn::LoadU(d, b.values + i * b.stride);
    const VF b1 = hn::LoadU(d, b.values + i * b.stride + step);
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

// The tile of the largest height that fits the rows.
template <int rows>
inline void gemm_rows(std::int64_t left, const Strip& b, const float* a, std::int64_t lda, float* c,
                      std::int64_t ldc) {
  if (left >= rows) {
    gemm_tile<rows>(b, a, lda, c, ldc);
  } else if constexpr (rows > 1) {
    gemm_rows<rows - 1>(left, b, a, lda, c, ldc);
  }
}

// Two vectors of each row stay in registers: 24 of AVX-512's 32, 12 of the others' 16.
constexpr int tile_rows = HWY_TARGET == HWY_AVX3 ? 12 : 6;

// The columns of c that a strip gives, at most `width` of them.
inline void gemm_strip(const BlockProduct& p, const Strip& b, const float* a, std::int64_t columns,
                       float* c) {
  const std::int64_t width = 2 * lanes();
  for (std::int64_t m = 0; m < p.m; m += tile_rows, a += tile_rows * p.lda, c += tile_rows * p.ldc) {
    const std::int64_t rows = std::min<std::int64_t>(tile_rows, p.m - m);
    if (columns == width) {
      gemm_rows<tile_rows>(rows, b, a, p.lda, c, p.ldc);
      continue;
    }
    HWY_ALIGN float edge[tile_rows * 2 * HWY_MAX_BYTES / 4] = {};
    for (std::int64_t r = 0; r < rows && b.accumulate; ++r)
      std::copy_n(c + r * p.ldc, columns, edge + r * width);
    gemm_rows<tile_rows>(rows, b, a, p.lda, edge, width);
    for (std::int64_t r = 0; r < rows; ++r) std::copy_n(edge + r * width, columns, c + r * p.ldc);
  }
}

void Gemm(const BlockProduct& p) {
  // A strip's rows lie 256 bytes apart in a panel, so they share a quarter of the first-level cache's sets.
  // Where many rows of `a` meet it, half a cache full of it is copied together first. The order of sums
  // stays.
  constexpr std::int64_t most_width = 2 * hn::MaxLanes(F()), most_depth = 4096 / most_width;
  HWY_ALIGN float copy[most_depth * most_width];
  const std::int64_t width = 2 * lanes();
  const bool copied = p.m >= 4 * tile_rows && p.k > most_depth / 2;
  const std::int64_t depth = copied ? most_depth : std::max<std::int64_t>(p.k, 1);
  for (std::int64_t k = 0; k == 0 || k < p.k; k += depth) {
    for (std::int64_t n = 0; n < p.n; n += width) {
      Strip strip{static_cast<const float*>(p.panels) + n / PanelLayout::width * p.panel_stride +
                      n % PanelLayout::width + k * PanelLayout::width,
                  PanelLayout::width, std::min(depth, p.k - k), p.accumulate || k > 0};
      if (copied) {
        for (std::int64_t i = 0; i < strip.k; ++i)
          std::copy_n(strip.values + i * strip.stride, width, copy + i * width);
        strip.values = copy;
        strip.stride = width;
      }
      gemm_strip(p, strip, static_cast<const float*>(p.a) + k, std::min(width, p.n - n), p.c + n);
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
HWY_EXPORT(LargestMagnitude);
HWY_EXPORT(Quantize);
HWY_EXPORT(WidenInt8);
HWY_EXPORT(Multiply);
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
float largest_magnitude(const float* x, std::int64_t n) {
  return HWY_DYNAMIC_DISPATCH(LargestMagnitude)(x, n);
}
void quantize(const float* x, float scale, std::int64_t n, std::int8_t* out) {
  HWY_DYNAMIC_DISPATCH(Quantize)(x, scale, n, out);
}
void widen_int8(const std::int8_t* rows, std::int64_t k, DType type, void* panel) {
  HWY_DYNAMIC_DISPATCH(WidenInt8)(rows, k, type, panel);
}
void multiply(const float* x, const float* factors, std::int64_t n, float* out) {
  HWY_DYNAMIC_DISPATCH(Multiply)(x, factors, n, out);
}
void gemm(const BlockProduct& product) {
  HWY_DYNAMIC_DISPATCH(Gemm)(product);
}

}  // namespace tilescribe::kernels::simd
#endif  // HWY_ONCE

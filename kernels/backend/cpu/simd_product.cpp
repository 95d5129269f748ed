// SPDX-License-Identifier: Apache-2.0
// Conversions between stored and computed types, panels among them.
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

}  // namespace tilescribe::kernels::simd
#endif  // HWY_ONCE

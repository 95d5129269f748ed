// SPDX-License-Identifier: Apache-2.0

// Shared by this folder's Highway sources: loads and stores of any float type, and a few functions. Highway
// includes it once per instruction set, hence the toggling guard.
#if defined(TILESCRIBE_SIMD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TILESCRIBE_SIMD_INL_H_
#undef TILESCRIBE_SIMD_INL_H_
#else
#define TILESCRIBE_SIMD_INL_H_
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "kernels/core/dtype.h"

HWY_BEFORE_NAMESPACE();
namespace tilescribe::kernels::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::ScalableTag<float>;
using VF = hn::Vec<F>;

// ---- loads and stores of any float type, whole vectors and tails ----

inline VF from_bits16(F d, hn::VFromD<hn::Rebind<std::uint16_t, F>> half) {
  const hn::RebindToUnsigned<F> du;
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(du, half)));
}

// To bfloat16 bits, to nearest even. NaN stays NaN: a bit of its upper half is set.
inline hn::VFromD<hn::Rebind<std::uint16_t, F>> to_bits16(F d, VF v) {
  const hn::RebindToUnsigned<F> du;
  const hn::Rebind<std::uint16_t, F> d16;
  const auto bits = hn::BitCast(du, v);
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1u));
  const auto rounded = hn::Add(bits, hn::Add(odd, hn::Set(du, 0x7fffu)));
  const auto quiet = hn::Or(bits, hn::Set(du, 0x400000u));
  const auto chosen = hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(v)), quiet, rounded);
  (void)d;
  return hn::TruncateTo(d16, hn::ShiftRight<16>(chosen));
}

inline VF load(F d, const float* p) {
  return hn::LoadU(d, p);
}
inline VF load(F d, const std::uint16_t* p) {
  return from_bits16(d, hn::LoadU(hn::Rebind<std::uint16_t, F>(), p));
}
inline void store(F d, VF v, float* p) {
  hn::StoreU(v, d, p);
}
inline void store(F d, VF v, std::uint16_t* p) {
  hn::StoreU(to_bits16(d, v), hn::Rebind<std::uint16_t, F>(), p);
}

template <class T>
inline VF load_tail(F d, const T* p, std::int64_t n) {
  HWY_ALIGN T lanes[HWY_MAX_BYTES / 4] = {};
  std::copy_n(p, n, lanes);
  return load(d, lanes);
}
template <class T>
inline void store_tail(F d, VF v, T* p, std::int64_t n) {
  HWY_ALIGN T lanes[HWY_MAX_BYTES / 4];
  store(d, v, lanes);
  std::copy_n(lanes, n, p);
}

inline std::int64_t lanes() {
  return static_cast<std::int64_t>(hn::Lanes(F()));
}

// y = body(values, i, count): the same body for whole vectors (count lanes) and for the tail.
template <class In, class Out, class Body>
inline void map(const In* x, Out* y, std::int64_t n, Body body) {
  const F d;
  const std::int64_t step = lanes();
  std::int64_t i = 0;
  for (; i + step <= n; i += step) store(d, body(load(d, x + i), i, step), y + i);
  if (i < n) store_tail(d, body(load_tail(d, x + i, n - i), i, n - i), y + i, n - i);
}

// A second operand at i: a whole vector or the tail.
template <class T>
inline VF at(const T* p, std::int64_t i, std::int64_t n) {
  const F d;
  return n == lanes() ? load(d, p + i) : load_tail(d, p + i, n);
}

template <class Body>
inline void with_type(DType type, void* out, Body body) {
  if (type == DType::f32) {
    body(static_cast<float*>(out));
  } else {
    body(static_cast<std::uint16_t*>(out));
  }
}
template <class Body>
inline auto with_type(DType type, const void* in, Body body) {
  if (type == DType::f32) return body(static_cast<const float*>(in));
  return body(static_cast<const std::uint16_t*>(in));
}

// ---- functions ----

// Complementary error function of a >= 0: a Chebyshev fit of log(erfc(a)/t) + a² over t = 1/(1 + a/2) (Press
// et al., Numerical Recipes). Relative error below 1.2e-7, also in the tail.
inline VF erfc_positive(F d, VF a) {
  const VF t = hn::Div(hn::Set(d, 1.0f), hn::MulAdd(hn::Set(d, 0.5f), a, hn::Set(d, 1.0f)));
  VF p = hn::Set(d, 0.17087277f);
  for (const float c : {-0.82215223f, 1.48851587f, -1.13520398f, 0.27886807f, -0.18628806f, 0.09678418f,
                        0.37409196f, 1.00002368f, -1.26551223f}) {
    p = hn::MulAdd(p, t, hn::Set(d, c));
  }
  return hn::Mul(t, hn::Exp(d, hn::NegMulAdd(a, a, p)));
}

// x·Φ(x), without cancellation for negative x.
inline VF gelu(F d, VF x) {
  const VF below = hn::Mul(hn::Set(d, 0.5f), erfc_positive(d, hn::Mul(hn::Abs(x), hn::Set(d, 0.70710678f))));
  const VF share = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), below, hn::Sub(hn::Set(d, 1.0f), below));
  return hn::Mul(x, share);
}

inline VF silu(F d, VF x) {
  const VF one = hn::Set(d, 1.0f);
  return hn::Div(x, hn::Add(one, hn::Exp(d, hn::Neg(x))));
}

template <class Body>
inline float reduce(const float* x, std::int64_t n, Body term) {
  const F d;
  const std::int64_t step = lanes();
  VF s0 = hn::Zero(d), s1 = hn::Zero(d);
  std::int64_t i = 0;
  for (; i + 2 * step <= n; i += 2 * step) {
    s0 = hn::Add(s0, term(load(d, x + i)));
    s1 = hn::Add(s1, term(load(d, x + i + step)));
  }
  for (; i + step <= n; i += step) s0 = hn::Add(s0, term(load(d, x + i)));
  float sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(s0, s1)));
  for (; i < n; ++i) sum += hn::GetLane(term(hn::Set(d, x[i])));
  return sum;
}

inline float largest(const float* x, std::int64_t n) {
  const F d;
  const std::int64_t step = lanes();
  VF m0 = hn::Set(d, -std::numeric_limits<float>::infinity()), m1 = m0;
  std::int64_t i = 0;
  for (; i + 2 * step <= n; i += 2 * step) {
    m0 = hn::Max(m0, load(d, x + i));
    m1 = hn::Max(m1, load(d, x + i + step));
  }
  float top = hn::GetLane(hn::MaxOfLanes(d, hn::Max(m0, m1)));
  for (; i < n; ++i) top = std::max(top, x[i]);
  return top;
}

// exp for arguments in [-87, 0], as softmax needs it: 2^n·p(r) with a degree-6 Taylor polynomial on |r| <=
// ln2/2. Relative error below 3e-7. Faster than Highway's, which covers all arguments.
inline VF exp_negative(F d, VF x) {
  const hn::RebindToSigned<F> di;
  x = hn::Max(x, hn::Set(d, -87.0f));
  const VF n = hn::Round(hn::Mul(x, hn::Set(d, 1.44269504f)));
  VF r = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), x);
  r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), r);
  VF p = hn::Set(d, 1.0f / 720.0f);
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f / 120.0f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f / 24.0f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f / 6.0f));
  p = hn::MulAdd(p, r, hn::Set(d, 0.5f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f));
  const auto power = hn::ShiftLeft<23>(hn::Add(hn::ConvertTo(di, n), hn::Set(di, 127)));
  return hn::Mul(p, hn::BitCast(d, power));
}

}  // namespace HWY_NAMESPACE
}  // namespace tilescribe::kernels::simd
HWY_AFTER_NAMESPACE();

#endif  // TILESCRIBE_SIMD_INL_H_

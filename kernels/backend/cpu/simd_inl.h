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

// 2^x for x in [-126, 0], as softmax needs it; below that, 2^-126. x is split into a whole number, added to
// the exponent's bits, and the rest |r| <= 1/2 with a minimax polynomial. Relative error 1e-7.
inline VF exp2_negative(F d, VF x) {
  const hn::RebindToUnsigned<F> du;
  x = hn::Max(x, hn::Set(d, -126.0f));
  const VF to_whole = hn::Set(d, 12582912.0f);  // 1.5·2^23: the last bit of a sum is worth 1
  const VF shifted = hn::Add(x, to_whole);
  const VF r = hn::Sub(x, hn::Sub(shifted, to_whole));
  VF p = hn::Set(d, 1.32647238e-3f);
  for (const float c : {9.67151299e-3f, 5.55073358e-2f, 0.240222424f, 0.693147004f, 1.0f})
    p = hn::MulAdd(p, r, hn::Set(d, c));
  const auto exponent = hn::ShiftLeft<23>(hn::BitCast(du, shifted));
  return hn::BitCast(d, hn::Add(hn::BitCast(du, p), exponent));
}

inline constexpr float log2_e = 1.44269504f;

// 1/x for normal x: an estimate and two Newton steps, in a third of a division's time. Relative error 2e-7.
inline VF reciprocal(F d, VF x) {
  const VF two = hn::Set(d, 2.0f);
  VF y = hn::ApproximateReciprocal(x);
  y = hn::Mul(y, hn::NegMulAdd(x, y, two));
  return hn::Mul(y, hn::NegMulAdd(x, y, two));
}

// Complementary error function of a >= 0: a Chebyshev fit of log(erfc(a)/t) + a² over t = 1/(1 + a/2) (Press
// et al., Numerical Recipes), in logarithms to base 2. Relative error below 3e-6 up to a = 3; it grows with
// a².
inline VF erfc_positive(F d, VF a) {
  const VF t = reciprocal(d, hn::MulAdd(hn::Set(d, 0.5f), a, hn::Set(d, 1.0f)));
  VF p = hn::Set(d, 0.17087277f * log2_e);
  for (const float c : {-0.82215223f, 1.48851587f, -1.13520398f, 0.27886807f, -0.18628806f, 0.09678418f,
                        0.37409196f, 1.00002368f, -1.26551223f}) {
    p = hn::MulAdd(p, t, hn::Set(d, c * log2_e));
  }
  const VF square = hn::Mul(a, a);
  return hn::Mul(t, exp2_negative(d, hn::NegMulAdd(square, hn::Set(d, log2_e), p)));
}

// x·Φ(x), without cancellation for negative x.
inline VF gelu(F d, VF x) {
  const VF below = hn::Mul(hn::Set(d, 0.5f), erfc_positive(d, hn::Mul(hn::Abs(x), hn::Set(d, 0.70710678f))));
  const VF share = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), below, hn::Sub(hn::Set(d, 1.0f), below));
  return hn::Mul(x, share);
}

// x/(1 + exp(-x)).
inline VF silu(F d, VF x) {
  const VF e = exp2_negative(d, hn::Mul(hn::Abs(x), hn::Set(d, -log2_e)));
  const VF above = reciprocal(d, hn::Add(hn::Set(d, 1.0f), e));
  return hn::Mul(x, hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Mul(e, above), above));
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

// ---- softmax ----

// Two vectors of weights, stored next to each other.
inline void store_weights(F d, VF w0, VF w1, float* to) {
  store(d, w0, to);
  store(d, w1, to + lanes());
}
// As bfloat16, to nearest: weights are neither negative nor infinite.
inline void store_weights(F d, VF w0, VF w1, std::uint16_t* to) {
#if HWY_TARGET == HWY_SCALAR
  store(d, w0, to);
  store(d, w1, to + 1);
#else
  const hn::RebindToUnsigned<F> du;
  const hn::Repartition<std::uint16_t, F> d16;
  const auto half = hn::Set(du, 0x8000u);
  const auto b0 = hn::BitCast(d16, hn::Add(hn::BitCast(du, w0), half));
  const auto b1 = hn::BitCast(d16, hn::Add(hn::BitCast(du, w1), half));
  (void)d;
  hn::StoreU(hn::ConcatOdd(d16, b1, b0), d16, to);
#endif
}

// weights = 2^(x·factor − top) for the first `seen` of `keys` scores, then 0. Returns their sum.
template <class T>
inline float block_weights(const float* x, VF factor, VF top, std::int64_t seen, std::int64_t keys, T* y) {
  const F d;
  const std::int64_t step = lanes();
  const auto weight = [&](std::int64_t i) {
    return exp2_negative(d, hn::MulSub(load(d, x + i), factor, top));
  };
  VF s0 = hn::Zero(d), s1 = hn::Zero(d);
  std::int64_t i = 0;
  for (; i + 2 * step <= seen; i += 2 * step) {
    const VF w0 = weight(i), w1 = weight(i + step);
    s0 = hn::Add(s0, w0);
    s1 = hn::Add(s1, w1);
    store_weights(d, w0, w1, y + i);
  }
  for (; i < keys; i += 2 * step) {
    const auto left = [&](std::int64_t at) {
      return hn::FirstN(d, static_cast<std::size_t>(std::clamp<std::int64_t>(seen - at, 0, step)));
    };
    const VF w0 = hn::IfThenElseZero(left(i), weight(i));
    const VF w1 = hn::IfThenElseZero(left(i + step), weight(i + step));
    s0 = hn::Add(s0, w0);
    s1 = hn::Add(s1, w1);
    store_weights(d, w0, w1, y + i);
  }
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(s0, s1)));
}

}  // namespace HWY_NAMESPACE
}  // namespace tilescribe::kernels::simd
HWY_AFTER_NAMESPACE();

#endif  // TILESCRIBE_SIMD_INL_H_

// SPDX-License-Identifier: Apache-2.0
// Softmax weights, dot products, weighted sums, and the best value of a row.
#include "kernels/backend/cpu/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/backend/cpu/simd_attention.cpp"
// clang-format off
#include <hwy/foreach_target.h>  // first: it includes this file once per instruction set
#include "kernels/backend/cpu/simd_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace tilescribe::kernels::simd {
namespace HWY_NAMESPACE {

float SoftmaxWeights(const float* x, float scale, std::int64_t keys, std::int64_t width, DType type,
                     void* out) {
  const F d;
  const float top = largest(x, keys);
  const VF factor = hn::Set(d, scale * log2_e);
  const VF shift = hn::Set(d, -scale * log2_e * top);
  float sum = 0.0f;
  with_type(type, out, [&](auto* y) {
    const std::int64_t step = lanes();
    VF total = hn::Zero(d);
    std::int64_t i = 0;
    for (; i + step <= keys; i += step) {
      const VF w = exp2_negative(d, hn::MulAdd(load(d, x + i), factor, shift));
      total = hn::Add(total, w);
      store(d, w, y + i);
    }
    sum = hn::GetLane(hn::SumOfLanes(d, total));
    if (i < keys) {
      const VF w = exp2_negative(d, hn::MulAdd(load_tail(d, x + i, keys - i), factor, shift));
      HWY_ALIGN float tail[HWY_MAX_BYTES / 4];
      store(d, w, tail);
      for (std::int64_t j = 0; j < keys - i; ++j) sum += tail[j];
      store_tail(d, w, y + i, keys - i);
    }
    std::fill(y + keys, y + width, std::remove_reference_t<decltype(*y)>{});
  });
  return sum;
}

void SoftmaxBlock(const simd::SoftmaxRows& rows, DType type) {
  const F d;
  const VF factor = hn::Set(d, rows.scale * log2_e);
  const auto seen_by = [&](std::int64_t r) {
    return std::clamp<std::int64_t>(rows.seen + (rows.causal ? r : 0), 0, rows.keys);
  };
  // The maxima of all rows first: each is a chain of its own, so they overlap.
  for (std::int64_t r = 0; r < rows.rows; ++r) {
    const float top =
        std::max(rows.top[r], rows.scale * log2_e * largest(rows.scores + r * rows.stride, seen_by(r)));
    if (top == rows.top[r]) continue;
    const VF shrink = exp2_negative(d, hn::Set(d, rows.top[r] - top));
    rows.top[r] = top;
    rows.total[r] *= hn::GetLane(shrink);
    float* sum = rows.sums + r * rows.width;
    for (std::int64_t i = 0; i < rows.width; i += lanes())
      store(d, hn::Mul(load(d, sum + i), shrink), sum + i);
  }
  with_type(type, rows.weights, [&](auto* y) {
    for (std::int64_t r = 0; r < rows.rows; ++r) {
      rows.total[r] += block_weights(rows.scores + r * rows.stride, factor, hn::Set(d, rows.top[r]),
                                     seen_by(r), rows.keys, y + r * rows.stride);
    }
  });
}

void Scale(const float* x, float factor, std::int64_t n, DType type, void* out) {
  const VF f = hn::Set(F(), factor);
  with_type(type, out,
            [&](auto* y) { map(x, y, n, [f](VF v, std::int64_t, std::int64_t) { return hn::Mul(v, f); }); });
}

float Dot(const void* a, const void* b, DType type, std::int64_t n) {
  const F d;
  return with_type(type, a, [&](const auto* x) {
    const auto* y = static_cast<decltype(x)>(b);
    const std::int64_t step = lanes();
    VF s0 = hn::Zero(d), s1 = hn::Zero(d);
    std::int64_t i = 0;
    for (; i + 2 * step <= n; i += 2 * step) {
      s0 = hn::MulAdd(load(d, x + i), load(d, y + i), s0);
      s1 = hn::MulAdd(load(d, x + i + step), load(d, y + i + step), s1);
    }
    for (; i < n; i += step) {
      const std::int64_t k = std::min(step, n - i);
      s0 = hn::MulAdd(at(x, i, k), at(y, i, k), s0);
    }
    return hn::GetLane(hn::SumOfLanes(d, hn::Add(s0, s1)));
  });
}

void Accumulate(float* sum, float factor, const void* x, DType type, std::int64_t n) {
  const VF f = hn::Set(F(), factor);
  with_type(type, x, [&](const auto* v) {
    map(v, sum, n, [&](VF a, std::int64_t i, std::int64_t k) { return hn::MulAdd(a, f, at(sum, i, k)); });
  });
}

Best Argmax(const float* x, std::int64_t n) {
  const F d;
  const float top = largest(x, n);
  Best best;
  for (std::int64_t i = 0; i < n; ++i) {
    if (x[i] == top) {
      best.index = static_cast<std::int32_t>(i);
      break;
    }
  }
  const VF shift = hn::Set(d, top);
  const VF base = hn::Set(d, log2_e);
  best.probability =
      1.0f / reduce(x, n, [&](VF v) { return exp2_negative(d, hn::Mul(hn::Sub(v, shift), base)); });
  return best;
}

}  // namespace HWY_NAMESPACE
}  // namespace tilescribe::kernels::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tilescribe::kernels::simd {

HWY_EXPORT(SoftmaxWeights);
HWY_EXPORT(SoftmaxBlock);
HWY_EXPORT(Scale);
HWY_EXPORT(Dot);
HWY_EXPORT(Accumulate);
HWY_EXPORT(Argmax);

float softmax_weights(const float* x, float scale, std::int64_t keys, std::int64_t width, DType type,
                      void* out) {
  return HWY_DYNAMIC_DISPATCH(SoftmaxWeights)(x, scale, keys, width, type, out);
}
void softmax_block(const SoftmaxRows& rows, DType type) {
  HWY_DYNAMIC_DISPATCH(SoftmaxBlock)(rows, type);
}
void scale(const float* x, float factor, std::int64_t n, DType type, void* out) {
  HWY_DYNAMIC_DISPATCH(Scale)(x, factor, n, type, out);
}
float dot(const void* a, const void* b, DType type, std::int64_t n) {
  return HWY_DYNAMIC_DISPATCH(Dot)(a, b, type, n);
}
void accumulate(float* sum, float factor, const void* x, DType type, std::int64_t n) {
  HWY_DYNAMIC_DISPATCH(Accumulate)(sum, factor, x, type, n);
}
Best argmax(const float* x, std::int64_t n) {
  return HWY_DYNAMIC_DISPATCH(Argmax)(x, n);
}

}  // namespace tilescribe::kernels::simd
#endif  // HWY_ONCE

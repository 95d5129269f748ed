// SPDX-License-Identifier: Apache-2.0
// Attention of one row: the query heads that share a head of keys and values read it together.
#include "kernels/backend/cpu/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/backend/cpu/simd_decode.cpp"
// clang-format off
#include <hwy/foreach_target.h>  // first: it includes this file once per instruction set
#include "kernels/backend/cpu/simd_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace tilescribe::kernels::simd {
namespace HWY_NAMESPACE {

// Two vectors of consecutive values. Of bfloat16, the first holds the even ones and the second the odd ones,
// so that no value has to move. Whatever meets them is split alike.
struct Two {
  VF a, b;
};

inline Two load_two(F d, const float* p) {
  return {hn::LoadU(d, p), hn::LoadU(d, p + lanes())};
}
inline Two load_two(F d, const std::uint16_t* p) {
  const hn::RebindToUnsigned<F> du;
  const auto both = hn::LoadU(du, reinterpret_cast<const std::uint32_t*>(p));
  return {hn::BitCast(d, hn::ShiftLeft<16>(both)), hn::BitCast(d, hn::And(both, hn::Set(du, 0xffff0000u)))};
}
// The first `left` values, then zeros.
template <class T>
inline Two load_two(F d, const T* p, std::int64_t left) {
  if (left >= 2 * lanes()) return load_two(d, p);
  HWY_ALIGN T part[2 * HWY_MAX_BYTES / 4] = {};
  std::copy_n(p, left, part);
  return load_two(d, part);
}

inline void store_two(F d, Two two, float* p) {
  hn::StoreU(two.a, d, p);
  hn::StoreU(two.b, d, p + lanes());
}
inline void store_two(F d, Two two, std::uint16_t* p) {
  HWY_ALIGN std::uint16_t even[HWY_MAX_BYTES / 4], odd[HWY_MAX_BYTES / 4];
  store(d, two.a, even);
  store(d, two.b, odd);
  for (std::int64_t i = 0; i < lanes(); ++i) {
    p[2 * i] = even[i];
    p[2 * i + 1] = odd[i];
  }
}

// Lane i is the sum of row i's lanes; `rows` is the number of lanes.
template <int rows>
inline VF sums_of_rows(const float* parts) {
  const F d;
  if constexpr (rows == 1) {
    return hn::LoadU(d, parts);
  } else {
#if HWY_TARGET != HWY_SCALAR
    const VF lower = sums_of_rows<rows / 2>(parts);
    const VF upper = sums_of_rows<rows / 2>(parts + rows / 2 * lanes());
    return hn::Add(hn::ConcatEven(d, upper, lower), hn::ConcatOdd(d, upper, lower));
#endif
  }
}

// scores[line, j] = q[line]·k[j] of some lines. q is split as load_two does; a line of it has `padded`
// values.
template <int lines, class T>
inline void key_scores(const simd::SharedHead& h, const float* q, std::int64_t padded, float* scores,
                       std::int64_t stride) {
  constexpr int width = hn::MaxLanes(F());
  const F d;
  const std::int64_t step = lanes();
  HWY_ALIGN float parts[lines][width * width] = {};
  for (std::int64_t j = 0; j < h.keys; j += step) {
    const std::int64_t count = std::min(step, h.keys - j);
    for (std::int64_t key = 0; key < count; ++key) {
      const T* k = static_cast<const T*>(h.k) + (j + key) * h.head_dim;
      VF sums[lines];
      for (int line = 0; line < lines; ++line) sums[line] = hn::Zero(d);
      for (std::int64_t i = 0; i < h.head_dim; i += 2 * step) {
        const Two x = load_two(d, k + i, h.head_dim - i);
        for (int line = 0; line < lines; ++line) {
          sums[line] = hn::MulAdd(x.a, hn::LoadU(d, q + line * padded + i), sums[line]);
          sums[line] = hn::MulAdd(x.b, hn::LoadU(d, q + line * padded + i + step), sums[line]);
        }
      }
      for (int line = 0; line < lines; ++line) hn::StoreU(sums[line], d, parts[line] + key * step);
    }
    for (int line = 0; line < lines; ++line)
      hn::StoreU(sums_of_rows<width>(parts[line]), d, scores + line * stride + j);
  }
}

// out[line] = Σ weights[line, j]·v[j]/total of some lines, for `twos` pairs of vectors from column i on.
template <int lines, int twos, class T>
inline void value_sums(const simd::SharedHead& h, std::int64_t i, const float* weights, std::int64_t stride,
                       const float* totals, T* out) {
  const F d;
  const std::int64_t step = lanes();
  Two sums[lines][twos];
  for (int line = 0; line < lines; ++line) {
    for (int t = 0; t < twos; ++t) sums[line][t] = {hn::Zero(d), hn::Zero(d)};
  }
  for (std::int64_t j = 0; j < h.keys; ++j) {
    const T* v = static_cast<const T*>(h.v) + j * h.head_dim;
    Two x[twos];
    for (int t = 0; t < twos; ++t) x[t] = load_two(d, v + i + t * 2 * step, h.head_dim - i - t * 2 * step);
    for (int line = 0; line < lines; ++line) {
      const VF w = hn::Set(d, weights[line * stride + j]);
      for (int t = 0; t < twos; ++t) {
        sums[line][t].a = hn::MulAdd(x[t].a, w, sums[line][t].a);
        sums[line][t].b = hn::MulAdd(x[t].b, w, sums[line][t].b);
      }
    }
  }
  for (int line = 0; line < lines; ++line) {
    const VF share = hn::Set(d, 1.0f / totals[line]);
    for (int t = 0; t < twos; ++t) {
      const std::int64_t column = i + t * 2 * step;
      const Two scaled{hn::Mul(sums[line][t].a, share), hn::Mul(sums[line][t].b, share)};
      HWY_ALIGN T whole[2 * HWY_MAX_BYTES / 4];
      store_two(d, scaled, whole);
      std::copy_n(whole, std::min(2 * step, h.head_dim - column), out + line * h.head_dim + column);
    }
  }
}

template <int lines, class T>
inline void attend_lines(const simd::SharedHead& h, std::int64_t first) {
  const F d;
  const std::int64_t step = lanes(), unit = 2 * step;
  const std::int64_t padded = (h.head_dim + unit - 1) / unit * unit,
                     stride = (h.keys + unit - 1) / unit * unit;
  const T* q = static_cast<const T*>(h.q) + first * h.head_dim;
  T* out = static_cast<T*>(h.out) + first * h.head_dim;
  float* split = h.memory;
  float* weights = split + lines * padded;
  for (int line = 0; line < lines; ++line) {
    for (std::int64_t i = 0; i < h.head_dim; i += unit)
      store_two(d, load_two(d, q + line * h.head_dim + i, h.head_dim - i), split + line * padded + i);
  }
  key_scores<lines, T>(h, split, padded, weights, stride);
  float totals[lines];
  for (int line = 0; line < lines; ++line) {
    float* w = weights + line * stride;
    const VF factor = hn::Set(d, h.scale * log2_e);
    const VF top = hn::Set(d, h.scale * log2_e * largest(w, h.keys));
    totals[line] = block_weights(w, factor, top, h.keys, stride, w);
  }
  std::int64_t i = 0;
  for (; i + unit < h.head_dim; i += 2 * unit) value_sums<lines, 2>(h, i, weights, stride, totals, out);
  if (i < h.head_dim) value_sums<lines, 1>(h, i, weights, stride, totals, out);
}

void AttendSharedHead(const simd::SharedHead& h, DType type) {
  with_type(type, h.q, [&](const auto* q) {
    using T = std::remove_const_t<std::remove_pointer_t<decltype(q)>>;
    std::int64_t line = 0;
    for (; line + 4 <= h.lines; line += 4) attend_lines<4, T>(h, line);
    for (; line + 2 <= h.lines; line += 2) attend_lines<2, T>(h, line);
    if (line < h.lines) attend_lines<1, T>(h, line);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace tilescribe::kernels::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tilescribe::kernels::simd {

HWY_EXPORT(AttendSharedHead);

void attend_shared_head(const SharedHead& head, DType type) {
  HWY_DYNAMIC_DISPATCH(AttendSharedHead)(head, type);
}

}  // namespace tilescribe::kernels::simd
#endif  // HWY_ONCE

// SPDX-License-Identifier: Apache-2.0
// The matrix product for CPUs without oneDNN's kernels. It is compiled without sanitizers, under which it
// would take four times as long and most of the tests' time: highway_blocks looks at its operands instead.
#include "kernels/backend/cpu/packed_matrix.h"
#include "kernels/backend/cpu/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/backend/cpu/simd_gemm.cpp"
// clang-format off
#include <hwy/foreach_target.h>  // first: it includes this file once per instruction set
#include "kernels/backend/cpu/simd_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace tilescribe::kernels::simd {
namespace HWY_NAMESPACE {

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

HWY_EXPORT(Gemm);

void gemm(const BlockProduct& product) {
  HWY_DYNAMIC_DISPATCH(Gemm)(product);
}

}  // namespace tilescribe::kernels::simd
#endif  // HWY_ONCE

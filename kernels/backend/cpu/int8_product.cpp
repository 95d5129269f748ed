// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/int8_product.h"

#include <algorithm>
#include <cstring>

#include "kernels/backend/cpu/simd.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tilescribe::kernels {
namespace {

constexpr std::int64_t width = PanelLayout::width;

constexpr std::int64_t in_units(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// How a product is cut: rows and columns of a task, and how many values of k are widened at a time.
struct Cut {
  std::int64_t rows, columns, depth;
  bool few;  // rows: a panel is read once, from its beginning to its end
};
Cut cut(std::int64_t m, std::int64_t n, int threads) {
  const auto columns = [n](std::int64_t pieces) {
    return std::max(width, in_units((n + pieces - 1) / pieces, width));
  };
  if (m <= 32) return {m, columns(std::max<std::int64_t>(threads, (n + 511) / 512)), 128, true};
  // Tall tiles share the widening, but every thread needs some. A tile of the result and its part of x stay
  // in the second-level cache.
  const std::int64_t column_pieces = (n + 255) / 256;
  std::int64_t rows = 512;
  while (rows > 128 && (m + rows - 1) / rows * column_pieces < 4 * threads) rows /= 2;
  return {rows, columns(column_pieces), 512, false};
}

const BlockKernel& block_kernel(DType type) {
  if (type == DType::f32) return highway_blocks;
  return amx_blocks.supported() ? amx_blocks : avx512_bf16_blocks;
}

#if defined(__x86_64__)

// 16 whole numbers as the bits of float32. (Unmasked, GCC 12 warns of its own headers.)
__attribute__((target("avx512f"))) inline __m512i wide(const std::int8_t* from) {
  constexpr __mmask16 all = 0xffff;
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  return _mm512_castps_si512(_mm512_maskz_cvtepi32_ps(all, _mm512_maskz_cvtepi8_epi32(all, bytes)));
}

// Some rows by some vectors of 16 columns in registers.
template <int rows, int vectors>
__attribute__((target("avx512f,avx512bf16"))) void multiply_vectors(const BlockProduct& p,
                                                                    const std::int8_t* b, float* c) {
  __m512 sums[rows][vectors];
  for (int r = 0; r < rows; ++r) {
    for (int j = 0; j < vectors; ++j)
      sums[r][j] = p.accumulate ? _mm512_loadu_ps(c + r * p.ldc + 16 * j) : _mm512_setzero_ps();
  }
  const auto* a = static_cast<const std::uint16_t*>(p.a);
  constexpr std::int64_t ahead = 32 * width;  // asks memory for what iterations to come read
  for (std::int64_t i = 0; i < p.k; i += 2, b += 2 * width) {
    _mm_prefetch(b + ahead, _MM_HINT_T0);
    _mm_prefetch(b + ahead + width, _MM_HINT_T0);
    __m512bh x[rows];
    for (int r = 0; r < rows; ++r) {
      int pair = 0;
      std::memcpy(&pair, a + r * p.lda + i, sizeof pair);
      x[r] = reinterpret_cast<__m512bh>(_mm512_set1_epi32(pair));
    }
    for (int j = 0; j < vectors; ++j) {
      // Up to 127, a whole number as float32 ends with 16 zeros: its upper half is its bfloat16.
      const __m512i even = _mm512_maskz_srli_epi32(0xffff, wide(b + 16 * j), 16);
      const auto pairs = reinterpret_cast<__m512bh>(_mm512_or_si512(even, wide(b + width + 16 * j)));
      for (int r = 0; r < rows; ++r) sums[r][j] = _mm512_dpbf16_ps(sums[r][j], x[r], pairs);
    }
  }
  for (int r = 0; r < rows; ++r) {
    for (int j = 0; j < vectors; ++j) _mm512_storeu_ps(c + r * p.ldc + 16 * j, sums[r][j]);
  }
}

// The rows that there are, of at most `rows`.
template <int rows>
void multiply_rows(const BlockProduct& p, const std::int8_t* panel) {
  if constexpr (rows > 1) {
    if (p.m < rows) return multiply_rows<rows - 1>(p, panel);
  }
  constexpr int vectors = rows <= 4 ? 4 : 2;  // sums take at most half of the registers
  for (std::int64_t n = 0; n < width; n += 16 * vectors)
    multiply_vectors<rows, vectors>(p, panel + n, p.c + n);
}

#endif

}  // namespace

void multiply_int8_rows(const BlockProduct& product, const std::int8_t* panel) {
#if defined(__x86_64__)
  constexpr int rows = 8;
  BlockProduct part = product;
  for (std::int64_t m = 0; m < product.m; m += rows) {
    part.m = std::min<std::int64_t>(rows, product.m - m);
    part.a = static_cast<const std::uint16_t*>(product.a) + m * product.lda;
    part.c = product.c + m * product.ldc;
    multiply_rows<rows>(part, panel);
  }
#else
  static_cast<void>(product), static_cast<void>(panel);
#endif
}

void multiply_int8(CpuBackend& cpu, const ConstTensorView& x, const Int8Matrix& weight,
                   const std::function<void(const ProductTile&)>& finish) {
  using Scratch = CpuBackend::Scratch;
  const BlockKernel& kernel = block_kernel(x.dtype);
  const std::int64_t m = x.shape[0], n = weight.out(), k = weight.in(), size = size_of(x.dtype);
  const bool in_registers = &kernel == &avx512_bf16_blocks && m <= most_int8_rows;
  // Kernels for bf16 read whole steps of k: rows with a rest are copied and padded.
  const std::int64_t depth = x.dtype == DType::bf16 ? weight.padded_k() : k;
  const Cut tile = cut(m, n, cpu.pool().threads());
  const std::int64_t step = in_registers ? depth : tile.depth;
  const std::int64_t row_tiles = (m + tile.rows - 1) / tile.rows;
  const std::int64_t column_tiles = (n + tile.columns - 1) / tile.columns;

  cpu.parallel_for(row_tiles * column_tiles, [&](std::int64_t task, int worker) {
    const std::int64_t row = task % row_tiles * tile.rows, column = task / row_tiles * tile.columns;
    const std::int64_t rows = std::min(tile.rows, m - row), columns = std::min(tile.columns, n - column);
    const auto bytes = [](std::int64_t count) { return static_cast<std::size_t>(count); };
    const auto* a = x.as<std::byte>() + row * k * size;
    if (depth > k) {
      std::byte* padded = cpu.scratch(worker, Scratch::row, bytes(rows * depth * size));
      for (std::int64_t r = 0; r < rows; ++r) {
        std::memcpy(padded + r * depth * size, a + r * k * size, bytes(k * size));
        std::memset(padded + (r * depth + k) * size, 0, bytes((depth - k) * size));
      }
      a = padded;
    }
    auto* const values = reinterpret_cast<float*>(
        cpu.scratch(worker, Scratch::tile, bytes(tile.rows * tile.columns) * sizeof(float)));
    std::byte* const wide = cpu.scratch(worker, Scratch::panels, bytes(tile.depth * width * size));
    const std::int64_t first_panel = column / width, panels = PanelLayout::panels(columns);
    const auto multiply = [&](std::int64_t panel, std::int64_t from) {
      const std::int64_t count = std::min(step, depth - from);
      const std::int8_t* stored = weight.panel(first_panel + panel) + from * width;
      const BlockProduct product{.m = rows,
                                 .n = width,
                                 .k = count,
                                 .a = a + from * size,
                                 .lda = depth,
                                 .panels = wide,
                                 .panel_stride = 0,  // there is one
                                 .c = values + panel * width,
                                 .ldc = panels * width,
                                 .accumulate = from > 0};
      if (in_registers) return multiply_int8_rows(product, stored);
      simd::widen_int8(stored, count, x.dtype, wide);
      kernel.run(product);
    };
    kernel.begin();
    if (tile.few) {
      for (std::int64_t p = 0; p < panels; ++p) {
        for (std::int64_t from = 0; from < depth; from += step) multiply(p, from);
      }
    } else {  // a part of x stays in the cache for all panels
      for (std::int64_t from = 0; from < depth; from += step) {
        for (std::int64_t p = 0; p < panels; ++p) multiply(p, from);
      }
    }
    kernel.end();
    for (std::int64_t r = 0; r < rows; ++r) {
      simd::multiply(values + r * panels * width, weight.scales() + column, columns, values + r * columns);
    }
    finish({values, row, rows, column, columns});
  });
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
// Products of bfloat16 by AVX512-BF16 and AMX. Like simd_gemm.cpp this is compiled without sanitizers, under
// which it would take most of the tests' time: block_product.cpp looks at the operands instead.
#include "kernels/backend/cpu/bf16_gemm.h"

#if defined(__x86_64__)

#include <array>
#include <cstring>

#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernels/backend/cpu/packed_matrix.h"

namespace tilescribe::kernels::bf16_gemm {
namespace {

// Both kernels read the panels' pairs of rows: 16 columns are one 64-byte vector [16][2].
const std::uint16_t* columns_of(const BlockProduct& p, std::int64_t column) {
  return static_cast<const std::uint16_t*>(p.panels) + column / PanelLayout::width * p.panel_stride +
         column % PanelLayout::width * 2;
}
constexpr std::int64_t pair_stride = 2 * PanelLayout::width;  // between the panels' pairs of rows

// Some rows by 32 columns in registers.
template <int rows>
__attribute__((target("avx512f,avx512bf16"))) void multiply_rows(const BlockProduct& p, std::int64_t m,
                                                                 std::int64_t n) {
  const auto* a = static_cast<const std::uint16_t*>(p.a) + m * p.lda;
  const std::uint16_t* b = columns_of(p, n);
  float* c = p.c + m * p.ldc + n;
  __m512 sums[rows][2];
  for (int r = 0; r < rows; ++r) {
    for (int j = 0; j < 2; ++j)
      sums[r][j] = p.accumulate ? _mm512_loadu_ps(c + r * p.ldc + 16 * j) : _mm512_setzero_ps();
  }
  for (std::int64_t i = 0; i < p.k; i += 2, b += pair_stride) {
    const auto b0 = reinterpret_cast<__m512bh>(_mm512_loadu_ps(b));
    const auto b1 = reinterpret_cast<__m512bh>(_mm512_loadu_ps(b + 32));
    for (int r = 0; r < rows; ++r) {
      int pair = 0;
      std::memcpy(&pair, a + r * p.lda + i, sizeof pair);
      const auto x = reinterpret_cast<__m512bh>(_mm512_set1_epi32(pair));
      sums[r][0] = _mm512_dpbf16_ps(sums[r][0], x, b0);
      sums[r][1] = _mm512_dpbf16_ps(sums[r][1], x, b1);
    }
  }
  for (int r = 0; r < rows; ++r) {
    for (int j = 0; j < 2; ++j) _mm512_storeu_ps(c + r * p.ldc + 16 * j, sums[r][j]);
  }
}

// CPUID 7.0, EDX: bit 24 is AMX-TILE, bit 22 AMX-BF16. Clang's __builtin_cpu_supports knows neither name.
bool processor_has_amx() {
  constexpr unsigned both = 1U << 24U | 1U << 22U;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d & both) == both;
}

// All tiles have 64 bytes per row. Tiles 0 to 3 (results) and 4 to 5 (of a) have `rows` rows, those of B 16.
struct alignas(64) TileConfiguration {
  std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
  std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {};
};
static_assert(sizeof(TileConfiguration) == 64);

__attribute__((target("amx-tile"))) void configure_tiles(std::int64_t rows) {
  static const std::array<TileConfiguration, 17> by_rows = [] {
    std::array<TileConfiguration, 17> list;
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (std::size_t tile = 0; tile < 8; ++tile)
        list[i].rows[tile] = static_cast<std::uint8_t>(tile < 6 ? i : 16);
    }
    return list;
  }();
  _tile_loadconfig(&by_rows[static_cast<std::size_t>(rows)]);
}

// 32 columns of one or two tiles' rows: tiles 0 and 1 for the first ones, 2 and 3 for those below. A tile has
// the rows that the tiles are configured for, 16 if there are two.
template <int row_tiles>
__attribute__((target("amx-tile,amx-bf16"))) void multiply_tiles(const BlockProduct& p, std::int64_t m,
                                                                 std::int64_t n) {
  constexpr bool two = row_tiles == 2;
  const auto* a = static_cast<const std::uint16_t*>(p.a) + m * p.lda;
  const std::uint16_t* b = columns_of(p, n);
  float* c = p.c + m * p.ldc + n;
  const std::int64_t a_stride = p.lda * 2, b_stride = pair_stride * 2, c_stride = p.ldc * 4;
  if (p.accumulate) {
    _tile_loadd(0, c, c_stride);
    _tile_loadd(1, c + 16, c_stride);
    if constexpr (two) {
      _tile_loadd(2, c + 16 * p.ldc, c_stride);
      _tile_loadd(3, c + 16 * p.ldc + 16, c_stride);
    }
  } else {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
  }
  for (std::int64_t i = 0; i < p.k; i += 32, a += 32, b += 16 * pair_stride) {
    _tile_loadd(4, a, a_stride);
    _tile_loadd(6, b, b_stride);
    _tile_loadd(7, b + 32, b_stride);
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
    if constexpr (two) {
      _tile_loadd(5, a + 16 * p.lda, a_stride);
      _tile_dpbf16ps(2, 5, 6);
      _tile_dpbf16ps(3, 5, 7);
    }
  }
  _tile_stored(0, c, c_stride);
  _tile_stored(1, c + 16, c_stride);
  if constexpr (two) {
    _tile_stored(2, c + 16 * p.ldc, c_stride);
    _tile_stored(3, c + 16 * p.ldc + 16, c_stride);
  }
}

}  // namespace

bool has_avx512() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bf16") != 0;
}

void multiply_avx512(const BlockProduct& p) {
  for (std::int64_t n = 0; n < p.n; n += 32) {
    std::int64_t m = 0;
    for (; m + 8 <= p.m; m += 8) multiply_rows<8>(p, m, n);
    for (; m < p.m; ++m) multiply_rows<1>(p, m, n);
  }
}

bool has_amx() {
  // Linux lets a process use the tiles once it has asked: arch_prctl(ARCH_REQ_XCOMP_PERM,
  // XFEATURE_XTILEDATA).
  static const bool allowed = processor_has_amx() && syscall(SYS_arch_prctl, 0x1023, 18) == 0;
  return allowed;
}

void begin_amx() {
  configure_tiles(16);
}

__attribute__((target("amx-tile"))) void end_amx() {
  _tile_release();
}

void multiply_amx(const BlockProduct& p) {
  const std::int64_t squares = p.m / 32 * 32, whole = p.m / 16 * 16;
  for (std::int64_t n = 0; n < p.n; n += 32) {
    for (std::int64_t m = 0; m < squares; m += 32) multiply_tiles<2>(p, m, n);
    if (squares < whole) multiply_tiles<1>(p, squares, n);
  }
  if (whole == p.m) return;
  configure_tiles(p.m - whole);
  for (std::int64_t n = 0; n < p.n; n += 32) multiply_tiles<1>(p, whole, n);
  configure_tiles(16);
}

}  // namespace tilescribe::kernels::bf16_gemm

#else

namespace tilescribe::kernels::bf16_gemm {

bool has_avx512() {
  return false;
}
void multiply_avx512(const BlockProduct&) {}
bool has_amx() {
  return false;
}
void begin_amx() {}
void end_amx() {}
void multiply_amx(const BlockProduct&) {}

}  // namespace tilescribe::kernels::bf16_gemm

#endif

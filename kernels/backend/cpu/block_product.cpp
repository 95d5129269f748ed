// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/block_product.h"

#include <algorithm>

#include "kernels/backend/cpu/bf16_gemm.h"
#include "kernels/backend/cpu/packed_matrix.h"
#include "kernels/backend/cpu/simd.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace tilescribe::kernels {
namespace {

void nothing() {}

bool always_supported() {
  return true;
}

#if defined(__SANITIZE_ADDRESS__)

template <class Value>
void look_at(const Value* values, std::int64_t count) {
  const void* bad =
      __asan_region_is_poisoned(const_cast<Value*>(values), static_cast<std::size_t>(count) * sizeof(Value));
  if (bad != nullptr) static_cast<void>(*static_cast<const volatile char*>(bad));  // this is reported
}

// What simd_gemm.cpp and bf16_gemm.cpp read and write: they are compiled without sanitizers.
template <class Value>
void look_at_operands(const BlockProduct& p) {
  constexpr std::int64_t step = sizeof(float) / sizeof(Value);  // a panel's rows stand in pairs of bf16
  for (std::int64_t r = 0; r < p.m; ++r) {
    look_at(static_cast<const Value*>(p.a) + r * p.lda, p.k);
    look_at(p.c + r * p.ldc, p.n);
  }
  for (std::int64_t n = 0; n < p.n && p.k > 0; n += PanelLayout::width) {
    const std::int64_t last = std::min(p.n - n, PanelLayout::width);
    look_at(static_cast<const Value*>(p.panels) + n / PanelLayout::width * p.panel_stride,
            (p.k - step) * PanelLayout::width + last * step);
  }
}

#else

template <class Value>
void look_at_operands(const BlockProduct&) {}

#endif

void multiply_highway(const BlockProduct& p) {
  look_at_operands<float>(p);
  simd::gemm(p);
}

void multiply_avx512(const BlockProduct& p) {
  look_at_operands<std::uint16_t>(p);
  bf16_gemm::multiply_avx512(p);
}

void multiply_amx(const BlockProduct& p) {
  look_at_operands<std::uint16_t>(p);
  bf16_gemm::multiply_amx(p);
}

}  // namespace

const BlockKernel highway_blocks{DType::f32, always_supported, nothing, multiply_highway, nothing};
const BlockKernel avx512_bf16_blocks{DType::bf16, bf16_gemm::has_avx512, nothing, multiply_avx512, nothing};
const BlockKernel amx_blocks{DType::bf16, bf16_gemm::has_amx, bf16_gemm::begin_amx, multiply_amx,
                             bf16_gemm::end_amx};

}  // namespace tilescribe::kernels

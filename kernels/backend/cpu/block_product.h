// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/core/dtype.h"

namespace tilescribe::kernels {

/// c[m, n] (float32) = a[m, k]·B, or += with `accumulate`, for operands that are in the cache. B is in panels
/// (packed_matrix.h), from any of their rows on (bf16: an even one). Strides count values. n is a multiple of
/// 32. An element's bits depend on its row of `a`, its column of B and k alone.
struct BlockProduct {
  std::int64_t m = 0, n = 0, k = 0;
  const void* a = nullptr;
  std::int64_t lda = 0;
  const void* panels = nullptr;
  std::int64_t panel_stride = 0;  // between panels
  float* c = nullptr;
  std::int64_t ldc = 0;
  bool accumulate = false;
};

/// A kernel for such products. The caller calls `begin` before the first on a thread, and `end` after the
/// last.
struct BlockKernel {
  DType type;           // of a and B; bf16's k is a multiple of 32
  bool (*supported)();  // by this CPU
  void (*begin)();
  void (*run)(const BlockProduct& product);
  void (*end)();
};

extern const BlockKernel highway_blocks;      // float32, on any CPU
extern const BlockKernel avx512_bf16_blocks;  // AVX512-BF16's dot product of pairs
extern const BlockKernel amx_blocks;          // AMX's tiles

}  // namespace tilescribe::kernels

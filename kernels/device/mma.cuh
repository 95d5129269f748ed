// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Matrix products of a warp (mma.sync), and the rounding and exponential that they need. Source: PTX ISA,
/// chapter 9.7.14. Includes nothing, because the tile layer also compiles it under NVRTC.
/// A result has 16 rows and 8 columns. Lane l holds row l/4, columns 2(l%4) and 2(l%4) + 1 in c[0] and c[1],
/// and the same columns of row l/4 + 8 in c[2] and c[3].
namespace tilescribe::kernels::ptx {

/// c (16, 8) += a (16, 16) · b (16, 8), bf16 with float32 accumulation.
__device__ inline void mma_bf16(float& c0, float& c1, float& c2, float& c3, unsigned a0, unsigned a1,
                                unsigned a2, unsigned a3, unsigned b0, unsigned b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}
__device__ inline void mma_bf16(float* c, const unsigned* a, unsigned b0, unsigned b1) {
  mma_bf16(c[0], c[1], c[2], c[3], a[0], a[1], a[2], a[3], b0, b1);
}

/// The same in f16.
__device__ inline void mma_f16(float& c0, float& c1, float& c2, float& c3, unsigned a0, unsigned a1,
                               unsigned a2, unsigned a3, unsigned b0, unsigned b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

/// c (16, 8) += a (16, 8) · b (8, 8), TF32 with float32 accumulation.
__device__ inline void mma_tf32(float& c0, float& c1, float& c2, float& c3, unsigned a0, unsigned a1,
                                unsigned a2, unsigned a3, unsigned b0, unsigned b1) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

/// One half of a product over 32 k values in bf16. Any order of k values will do if both operands agree. So a
/// thread reads 16 consecutive bytes of its rows for two products. `low` and `high` are 8 values of rows g
/// and g + 8 of the left operand, `columns` 8 values of column g of the right one (g = lane / 4). A quad of
/// lanes holds 32 consecutive k values. Halves of one sum depend on each other: issue others in between.
__device__ inline void mma_half(float (&c)[4], uint4 low, uint4 high, uint4 columns, int half) {
  if (half == 0) {
    mma_bf16(c[0], c[1], c[2], c[3], low.x, high.x, low.y, high.y, columns.x, columns.y);
  } else {
    mma_bf16(c[0], c[1], c[2], c[3], low.z, high.z, low.w, high.w, columns.z, columns.w);
  }
}

/// The bits of a value rounded to bf16: to nearest, ties to even.
__device__ inline unsigned short bf16_bits(float value) {
  unsigned short bits;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
}
/// The bits of a value rounded to TF32 (10-bit fraction): to nearest, ties away from zero.
__device__ inline unsigned tf32_bits(float value) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
  return bits;
}

/// 2^x; 0 for x = -∞.
__device__ inline float exp2_fast(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

}  // namespace tilescribe::kernels::ptx

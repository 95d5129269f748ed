// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the tile layer needs from a compiler: nvcc or NVRTC for the GPU, any C++20 compiler for the host.
// Under NVRTC no standard or toolkit header is included.
#if defined(__CUDACC__)
#include "kernels/device/copy.cuh"
#include "kernels/device/mma.cuh"
#include "kernels/device/tma.cuh"
#include "kernels/device/wgmma.cuh"
#else
#include <cmath>

#include "kernels/tile/host_memory.h"
#endif

#if defined(__CUDACC__)
#define TILE_ON_GPU 1
#define TILE_DEVICE __device__ __forceinline__             // a function of tiles
#define TILE_ANYWHERE __host__ __device__ __forceinline__  // also for the code that launches a kernel
#define TILE_UNROLL _Pragma("unroll")
#else
#define TILE_ON_GPU 0
#define TILE_DEVICE inline
#define TILE_ANYWHERE inline
#define TILE_UNROLL
#endif

namespace tilescribe::kernels::tile {

/// Offsets in memory, which may exceed 2^31.
using Index = long long;

/// Every tile kernel runs in blocks of this size.
inline constexpr int block_warps = 4;
inline constexpr int warp_lanes = 32;
inline constexpr int block_threads = block_warps * warp_lanes;

inline constexpr float infinity = __builtin_bit_cast(float, 0x7f800000u);
inline constexpr float not_a_number = __builtin_bit_cast(float, 0x7fc00000u);

/// Whether two types are the same.
template <class A, class B>
inline constexpr bool same_type = false;
template <class A>
inline constexpr bool same_type<A, A> = true;

/// bfloat16 as stored: the upper half of a float32. The same bytes as tilescribe::kernels::BFloat16.
struct Bf16 {
  unsigned short bits;
};

/// Rounds to nearest, ties to even; NaN stays NaN.
TILE_DEVICE Bf16 to_bf16(float value) {
#if TILE_ON_GPU
  return {ptx::bf16_bits(value)};
#else
  const auto bits = __builtin_bit_cast(unsigned, value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return {static_cast<unsigned short>((bits >> 16) | 0x40u)};
  return {static_cast<unsigned short>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16)};
#endif
}

/// A float of eight bits as stored: E4M3. The same byte as tilescribe::kernels::Float8.
struct Float8 {
  unsigned char bits;
};

/// Rounds to bf16, then to nearest, ties to even, at most ±448; NaN stays NaN.
TILE_DEVICE Float8 to_float8(float value) {
  const unsigned all = static_cast<unsigned>(to_bf16(value).bits) << 16;
  const unsigned sign = all >> 24 & 0x80u, magnitude = all & 0x7fffffffu;
  unsigned bits = 0x7fu;  // NaN
  if (magnitude <= 0x7f800000u) {
    const float within = __builtin_bit_cast(float, magnitude);
    if (within >= 448.0f) {
      bits = 0x7eu;
    } else if (within < 0x1p-6f) {  // in the sum's last place are multiples of 2⁻⁹
      bits = __builtin_bit_cast(unsigned, within + 0x1p14f) & 0xfu;
    } else {
      bits = ((magnitude + 0x7ffffu + (magnitude >> 20 & 1u)) >> 20) - (120u << 3);
    }
  }
  return {static_cast<unsigned char>(sign | bits)};
}

/// Rounds as tensor cores do in TF32 mode: 10-bit fraction, to nearest, ties away from zero (cvt.rna.tf32).
TILE_DEVICE float to_tf32(float value) {
#if TILE_ON_GPU
  return __uint_as_float(ptx::tf32_bits(value));
#else
  const auto bits = __builtin_bit_cast(unsigned, value);
  if ((bits & 0x7f800000u) == 0x7f800000u) return value;  // infinity or NaN
  return __builtin_bit_cast(float, (bits + 0x1000u) & ~0x1fffu);
#endif
}

/// Converts a stored value to To.
template <class To>
TILE_DEVICE To convert(To value) {
  return value;
}
template <class To>
TILE_DEVICE To convert(Bf16 value) requires same_type<To, float> {
  return __builtin_bit_cast(float, static_cast<unsigned>(value.bits) << 16);
}
template <class To>
TILE_DEVICE To convert(float value) requires same_type<To, Bf16> {
  return to_bf16(value);
}
template <class To>
TILE_DEVICE To convert(Float8 value) requires same_type<To, float> {
  if ((value.bits & 0x7fu) == 0x7fu) return not_a_number;
  // Four places below bf16's sign, the exponents' biases differ by 120.
  const unsigned bits = (value.bits & 0x80u) << 24 | (value.bits & 0x7fu) << 20;
  return __builtin_bit_cast(float, bits) * 0x1p120f;
}
template <class To>
TILE_DEVICE To convert(float value) requires same_type<To, Float8> {
  return to_float8(value);
}

#if TILE_ON_GPU
TILE_DEVICE float exp(float x) {
  return ::expf(x);
}
TILE_DEVICE float exp2(float x) {
  return ::exp2f(x);
}
TILE_DEVICE float erfc(float x) {
  return ::erfcf(x);
}
TILE_DEVICE float tanh(float x) {
  return ::tanhf(x);
}
TILE_DEVICE float sqrt(float x) {
  return ::sqrtf(x);
}
TILE_DEVICE float max(float a, float b) {
  return ::fmaxf(a, b);
}
TILE_DEVICE double cos(double x) {
  return ::cos(x);
}
TILE_DEVICE double sin(double x) {
  return ::sin(x);
}
TILE_DEVICE double pow(double x, double y) {
  return ::pow(x, y);
}
#else
using std::cos;
using std::erfc;
using std::exp;
using std::exp2;
using std::pow;
using std::sin;
using std::sqrt;
using std::tanh;
inline float max(float a, float b) {
  return std::fmax(a, b);
}
#endif
TILE_ANYWHERE constexpr int min(int a, int b) {
  return a < b ? a : b;
}

/// How many tiles of `size` cover `count`.
TILE_ANYWHERE constexpr int tiles(int count, int size) {
  return (count + size - 1) / size;
}

}  // namespace tilescribe::kernels::tile

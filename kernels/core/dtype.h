// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tilescribe::kernels {

enum class DType : std::uint8_t { f32, f16, bf16, i32, i8, f8 };

constexpr std::size_t size_of(DType dtype) {
  if (dtype == DType::i8 || dtype == DType::f8) return 1;
  return dtype == DType::f32 || dtype == DType::i32 ? 4 : 2;
}

constexpr std::string_view name(DType dtype) {
  switch (dtype) {
    case DType::f32:
      return "f32";
    case DType::f16:
      return "f16";
    case DType::bf16:
      return "bf16";
    case DType::i32:
      return "i32";
    case DType::i8:
      return "i8";
    case DType::f8:
      return "f8";
  }
  return "?";
}

/// Whether a matrix of this type has a scale for each row.
constexpr bool in_eight_bits(DType dtype) {
  return dtype == DType::i8 || dtype == DType::f8;
}

/// bfloat16 as stored: the upper half of a float32.
struct BFloat16 {
  std::uint16_t bits = 0;
};

constexpr float to_float(BFloat16 value) {
  return std::bit_cast<float>(std::uint32_t{value.bits} << 16);
}

/// Rounds to nearest, ties to even; NaN stays NaN.
constexpr BFloat16 to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return {static_cast<std::uint16_t>((bits >> 16) | 0x40u)};
  return {static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16)};
}

/// A float of eight bits as stored: E4M3 (Micikevicius et al. 2022), with no infinity, up to ±448.
struct Float8 {
  std::uint8_t bits = 0;
};
inline constexpr float most_float8 = 448.0f;

constexpr float to_float(Float8 value) {
  const std::uint32_t exponent = (value.bits >> 3) & 0xfu, fraction = value.bits & 7u;
  if (exponent == 0xfu && fraction == 7u) return std::bit_cast<float>(0x7fc00000u);
  const float magnitude = exponent != 0 ? std::bit_cast<float>((exponent + 120u) << 23 | fraction << 20)
                                        : static_cast<float>(fraction) * 0x1p-9f;  // subnormal or zero
  return (value.bits & 0x80u) != 0 ? -magnitude : magnitude;
}

/// Rounds to nearest, ties to even; beyond ±448 to ±448; NaN stays NaN.
constexpr Float8 to_float8(float value) {
  const auto all = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint8_t>(all >> 24 & 0x80u);
  const std::uint32_t magnitude = all & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return {static_cast<std::uint8_t>(sign | 0x7fu)};
  const float within = std::bit_cast<float>(magnitude);
  if (within >= most_float8) return {static_cast<std::uint8_t>(sign | 0x7eu)};
  if (within < 0x1p-6f) {  // in the sum's last place are multiples of 2⁻⁹
    return {static_cast<std::uint8_t>(sign | (std::bit_cast<std::uint32_t>(within + 0x1p14f) & 0xfu))};
  }
  const std::uint32_t rounded = magnitude + 0x7ffffu + (magnitude >> 20 & 1u);
  return {static_cast<std::uint8_t>(sign | ((rounded >> 20) - (120u << 3)))};
}

/// IEEE half precision as stored.
struct Float16 {
  std::uint16_t bits = 0;
};

constexpr float to_float(Float16 value) {
  const std::uint32_t sign = (value.bits & 0x8000u) << 16;
  const std::uint32_t exponent = (value.bits >> 10) & 0x1fu;
  const std::uint32_t fraction = value.bits & 0x3ffu;
  if (exponent == 0x1fu) return std::bit_cast<float>(sign | 0x7f800000u | (fraction << 13));
  if (exponent != 0) return std::bit_cast<float>(sign | ((exponent + 112u) << 23) | (fraction << 13));
  const float magnitude = static_cast<float>(fraction) * 0x1p-24f;  // subnormal or zero
  return sign != 0 ? -magnitude : magnitude;
}

}  // namespace tilescribe::kernels

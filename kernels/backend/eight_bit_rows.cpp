// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/eight_bit_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "kernels/backend/host_weight.h"
#include "kernels/core/error.h"

namespace tilescribe::kernels {
namespace {

constexpr float most_whole = 127.0f;

// As bits: NaN and infinity are larger than all numbers, and the compiler needs no order of comparisons.
float largest_of_row(std::span<const float> values) {
  std::uint32_t most = 0;
  for (const float value : values) most = std::max(most, std::bit_cast<std::uint32_t>(value) & 0x7fffffffu);
  return std::bit_cast<float>(most);
}

// To nearest, ties to even: in this float's last place are whole numbers.
std::int8_t nearest_whole(float value) {
  constexpr float whole_places = 12582912.0f;  // 1.5·2^23
  const float within = std::min(std::max(value, -most_whole), most_whole);
  return static_cast<std::int8_t>(std::bit_cast<std::int32_t>(within + whole_places));
}

/// Reads a row of the stacked parts, and returns its largest magnitude.
float read_row(std::span<const WeightPart> parts, std::int64_t row, std::span<float> values) {
  widen_values(stacked_row(parts, row), values.data());
  const float magnitude = largest_of_row(values);
  if (!std::isfinite(magnitude))
    refuse_infinite_row(row, weight_layout(WeightRole::matrix, parts).out, std::ssize(values));
  return magnitude;
}

}  // namespace

float int8_scale(float largest_magnitude) {
  float scale = largest_magnitude / most_whole;
  // Near zero, floats are too coarse for the quotient.
  while (largest_magnitude > (most_whole + 0.5f) * scale)
    scale = std::nextafter(scale, std::numeric_limits<float>::max());
  return scale;
}

void refuse_infinite_row(std::int64_t row, std::int64_t out, std::int64_t in) {
  throw Error("Weights that become int8 or fp8 must be finite, but row {1} of a matrix [{2}, {3}] is not.",
              row, out, in);
}

float float8_scale(float largest_magnitude) {
  constexpr int least = -126;  // its inverse is a float, too
  int exponent = 0;
  const float fraction = std::frexp(largest_magnitude, &exponent);  // in [0.5, 1), as 448 = 0.875·2⁹
  return std::ldexp(1.0f, std::max(exponent - (fraction <= 0.875f ? 9 : 8), least));
}

float quantize_row(std::span<const WeightPart> parts, std::int64_t row, std::span<float> values,
                   std::span<std::int8_t> whole) {
  const float scale = int8_scale(read_row(parts, row, values));
  if (scale > 0.0f) {
    std::ranges::transform(values, whole.begin(),
                           [scale](float value) { return nearest_whole(value / scale); });
  } else {
    std::ranges::fill(whole, std::int8_t{0});
  }
  return scale;
}

float round_row(std::span<const WeightPart> parts, std::int64_t row, std::span<float> values,
                std::span<Float8> rounded) {
  const float scale = float8_scale(read_row(parts, row, values));
  std::ranges::transform(values, rounded.begin(),
                         [inverse = 1.0f / scale](float value) { return to_float8(value * inverse); });
  return scale;
}

}  // namespace tilescribe::kernels

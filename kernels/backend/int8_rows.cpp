// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/int8_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "kernels/core/error.h"

namespace tilescribe::kernels {
namespace {

constexpr float most_whole = 127.0f;

void read_part_row(const ConstTensorView& row, std::span<float> values) {
  const auto convert = [&](const auto* from) {
    std::transform(from, from + values.size(), values.begin(), [](auto value) { return to_float(value); });
  };
  switch (row.dtype) {
    case DType::f32:
      std::copy_n(row.as<float>(), values.size(), values.begin());
      return;
    case DType::bf16:
      return convert(row.as<BFloat16>());
    case DType::f16:
      return convert(row.as<Float16>());
    case DType::i32:
    case DType::i8:
      break;
  }
  throw Error("A weight must be f32, f16 or bf16, not {1}.", name(row.dtype));
}

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

}  // namespace

float int8_scale(float largest_magnitude) {
  float scale = largest_magnitude / most_whole;
  // Near zero, floats are too coarse for the quotient.
  while (largest_magnitude > (most_whole + 0.5f) * scale)
    scale = std::nextafter(scale, std::numeric_limits<float>::max());
  return scale;
}

void refuse_infinite_row(std::int64_t row, std::int64_t out, std::int64_t in) {
  throw Error("Weights that become int8 must be finite, but row {1} of a matrix [{2}, {3}] is not.", row, out,
              in);
}

float quantize_row(std::span<const WeightPart> parts, std::int64_t row, std::span<float> values,
                   std::span<std::int8_t> whole) {
  std::int64_t rows_before = 0, all_rows = 0;
  const WeightPart* found = nullptr;
  for (const WeightPart& part : parts) {
    const std::int64_t rows = part.weight.shape[0];
    if (found == nullptr && row < all_rows + rows) {
      found = &part;
      rows_before = all_rows;
    }
    all_rows += rows;
  }
  read_part_row(found->weight.rows(row - rows_before, 1), values);
  const float magnitude = largest_of_row(values);
  if (!std::isfinite(magnitude)) refuse_infinite_row(row, all_rows, std::ssize(values));
  const float scale = int8_scale(magnitude);
  if (scale > 0.0f) {
    std::ranges::transform(values, whole.begin(),
                           [scale](float value) { return nearest_whole(value / scale); });
  } else {
    std::ranges::fill(whole, std::int8_t{0});
  }
  return scale;
}

}  // namespace tilescribe::kernels

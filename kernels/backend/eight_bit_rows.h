// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "kernels/backend/weight.h"

/// Rows of a weight in eight bits: whole numbers in [-127, 127], or floats, times one scale per row.
namespace tilescribe::kernels {

/// The scale of a row whose largest magnitude this is: magnitude/127, so that no value is off by more than
/// half of it. 0 for a row of zeros.
float int8_scale(float largest_magnitude);

/// Row `row` of the stacked parts, each value rounded to the nearest multiple of the row's scale, which is
/// returned. `values` is scratch memory; both have the row's length. Throws Error if a value is not finite.
float quantize_row(std::span<const WeightPart> parts, std::int64_t row, std::span<float> values,
                   std::span<std::int8_t> whole);

/// The power of two by which a row of this largest magnitude is divided before it becomes Float8: the
/// smallest that keeps it within ±448.
float float8_scale(float largest_magnitude);

/// As quantize_row, each value divided by the row's float8_scale and rounded to Float8.
float round_row(std::span<const WeightPart> parts, std::int64_t row, std::span<float> values,
                std::span<Float8> rounded);

/// The same error for a row of a matrix [out, in].
[[noreturn]] void refuse_infinite_row(std::int64_t row, std::int64_t out, std::int64_t in);

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "kernels/backend/weight.h"

/// Rows of a weight as whole numbers in [-127, 127] times one scale per row.
namespace tilescribe::kernels {

/// The scale of a row whose largest magnitude this is: magnitude/127, so that no value is off by more than
/// half of it. 0 for a row of zeros.
float int8_scale(float largest_magnitude);

/// Row `row` of the stacked parts, each value rounded to the nearest multiple of the row's scale, which is
/// returned. `values` is scratch memory; both have the row's length. Throws Error if a value is not finite.
float quantize_row(std::span<const WeightPart> parts, std::int64_t row, std::span<float> values,
                   std::span<std::int8_t> whole);

/// The same error for a row of a matrix [out, in].
[[noreturn]] void refuse_infinite_row(std::int64_t row, std::int64_t out, std::int64_t in);

}  // namespace tilescribe::kernels

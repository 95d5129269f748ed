// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/backend/weight.h"

/// Weights in eight bits as a GPU stores them. Host code without CUDA.
namespace tilescribe::kernels {

/// Whether a weight is stored in eight bits on request: matrices of sizes that the tuned products take.
/// Others, which are small, keep the activation type.
constexpr bool takes_eight_bits(WeightRole role, const WeightLayout& layout) {
  const bool matrix = role == WeightRole::matrix || role == WeightRole::gate_up;
  return matrix && layout.out % 8 == 0 && layout.in % 8 == 0;
}

/// Rows [first, first + count) of the stacked parts, as i8 or f8 in the order of eight_bit_layout.h, to `to`;
/// and their scales. Throws Error if a value is not finite.
void pack_eight_bit_rows(std::span<const WeightPart> parts, const WeightLayout& layout, DType stored,
                         std::int64_t first, std::int64_t count, std::byte* to, float* scales);

}  // namespace tilescribe::kernels

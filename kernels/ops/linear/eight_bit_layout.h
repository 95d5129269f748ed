// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// A row of a weight in eight bits on a GPU: its k values, and zeros up to a multiple of 64. In each 64, the
/// values are in the order in which the threads of a product take them. 16 consecutive bytes are values 8t to
/// 8t + 7 of the first 32 and of the second 32, for t = 0 to 3: what a thread of skinny_linear multiplies. In
/// each four bytes, value 1 and value 2 have changed places, so that two masks separate them into pairs
/// (eight_bit.cuh).
namespace tilescribe::kernels {

inline constexpr int eight_bit_unit = 64;

constexpr std::int64_t eight_bit_row_bytes(std::int64_t k) {
  return (k + eight_bit_unit - 1) / eight_bit_unit * eight_bit_unit;
}

/// The place of value i in its row.
constexpr std::int64_t eight_bit_place(std::int64_t i) {
  const std::int64_t half = i % eight_bit_unit / 32, thread = i % 32 / 8, word = i % 8 / 4, value = i % 4;
  const std::int64_t byte = value == 1 ? 2 : value == 2 ? 1 : value;
  return i / eight_bit_unit * eight_bit_unit + thread * 16 + half * 8 + word * 4 + byte;
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The rotations that the engine cuda's tuned products support in their epilogues. Any other even rotary_dim
/// uses the composition of simple ops.
namespace tilescribe::kernels {

/// For the tiled products (gemm.h): their kernels are compiled for these numbers of 8-column blocks.
constexpr bool tiles_rotate(std::int64_t head_dim, std::int64_t rotary_dim) {
  const bool head = head_dim == 32 || head_dim == 64 || head_dim == 128;
  const bool rotary =
      rotary_dim == 0 || rotary_dim == 16 || rotary_dim == 32 || rotary_dim == 64 || rotary_dim == 128;
  return head && rotary && rotary_dim <= head_dim;
}

/// For the decode step's products (skinny_linear.h).
constexpr bool skinny_rotates(std::int64_t head_dim, std::int64_t rotary_dim) {
  return head_dim % 16 == 0 && rotary_dim % 16 == 0 && rotary_dim <= head_dim;
}

}  // namespace tilescribe::kernels

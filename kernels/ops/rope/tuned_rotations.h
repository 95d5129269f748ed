// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Which rotations the tuned products of the engine cuda write in their epilogues. What they do not take, the
/// composition of simple ops does: any even rotary_dim.
namespace tilescribe::kernels {

/// Of the tiled products (gemm.h): blocks of 8 columns turn with each other, in kernels made for these
/// counts.
constexpr bool tiles_rotate(std::int64_t head_dim, std::int64_t rotary_dim) {
  const bool head = head_dim == 32 || head_dim == 64 || head_dim == 128;
  const bool rotary =
      rotary_dim == 0 || rotary_dim == 16 || rotary_dim == 32 || rotary_dim == 64 || rotary_dim == 128;
  return head && rotary && rotary_dim <= head_dim;
}

/// Of the decode step's products (skinny_linear.h).
constexpr bool skinny_rotates(std::int64_t head_dim, std::int64_t rotary_dim) {
  return head_dim % 16 == 0 && rotary_dim % 16 == 0 && rotary_dim <= head_dim;
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/staged.h"

#if TILE_ON_GPU

// The tensor cores' mma.sync (PTX ISA, "Matrix multiply-accumulate operation using mma instruction") on
// operands in shared memory. A warp multiplies 16 rows by 8 columns over a depth of 32 bytes: 8 float32 as
// TF32, or 16 bfloat16. The order of a sum's terms is free. So the instruction's k slots are assigned such
// that a thread's values of a row are adjacent in memory: one 8-byte read per row.
namespace tilescribe::kernels::tile::detail {

/// The depth that one instruction sums over.
template <class T>
inline constexpr int fragment_depth = 32 / static_cast<int>(sizeof(T));

/// Width of a thread's k slots: `quad` = lane mod 4 has values [quad·width, (quad + 1)·width).
template <class T>
inline constexpr int slot_width = 8 / static_cast<int>(sizeof(T));

TILE_DEVICE unsigned rounded_bits(float value) {
  return __float_as_uint(to_tf32(value));
}

/// Reads eight bytes of a row as two registers of a fragment.
TILE_DEVICE void read_pair(unsigned& low, unsigned& high, const float* from) {
  const float2 pair = *reinterpret_cast<const float2*>(from);
  low = rounded_bits(pair.x);
  high = rounded_bits(pair.y);
}
TILE_DEVICE void read_pair(unsigned& low, unsigned& high, const Bf16* from) {
  const uint2 pair = *reinterpret_cast<const uint2*>(from);
  low = pair.x;
  high = pair.y;
}

/// Rows [row, row + 16) of the left operand at depth k.
template <class S>
TILE_DEVICE void read_left(unsigned (&a)[4], const S& s, int row, int k) {
  using T = typename S::Value;
  const int group = lane_index() / 4, quad = lane_index() % 4;
  read_pair(a[0], a[2], &s.values[row + group][k + quad * slot_width<T>]);
  read_pair(a[1], a[3], &s.values[row + group + 8][k + quad * slot_width<T>]);
}

/// Columns [col, col + 8) of the right operand at depth k, stored as rows of the staged matrix.
template <class S>
TILE_DEVICE void read_right(unsigned (&b)[2], const Transposed<S>& s, int col, int k) {
  using T = typename S::Value;
  const int group = lane_index() / 4, quad = lane_index() % 4;
  read_pair(b[0], b[1], &s.of.values[col + group][k + quad * slot_width<T>]);
}

/// The same, stored as columns.
template <int Rows, int Cols>
TILE_DEVICE void read_right(unsigned (&b)[2], const Staged<float, Rows, Cols>& s, int col, int k) {
  const int group = lane_index() / 4, quad = lane_index() % 4;
  b[0] = rounded_bits(s.values[k + 2 * quad][col + group]);
  b[1] = rounded_bits(s.values[k + 2 * quad + 1][col + group]);
}
template <int Rows, int Cols>
TILE_DEVICE void read_right(unsigned (&b)[2], const Staged<Bf16, Rows, Cols>& s, int col, int k) {
  // ldmatrix transposes 8×8 blocks. Lane i gives the row of slot i; slots are assigned as above.
  const int slot = lane_index() % 16, pair = slot % 8 / 2;
  const int row = k + 4 * pair + slot % 2 + (slot < 8 ? 0 : 2);
  ptx::load_matrices_transposed(b, ptx::shared_address(&s.values[row][col]));
}

TILE_DEVICE void multiply(float& c0, float& c1, float& c2, float& c3, const unsigned (&a)[4],
                          const unsigned (&b)[2], float) {
  ptx::mma_tf32(c0, c1, c2, c3, a[0], a[1], a[2], a[3], b[0], b[1]);
}
TILE_DEVICE void multiply(float& c0, float& c1, float& c2, float& c3, const unsigned (&a)[4],
                          const unsigned (&b)[2], Bf16) {
  ptx::mma_bf16(c0, c1, c2, c3, a[0], a[1], a[2], a[3], b[0], b[1]);
}

/// sum += left · right on the tensor cores.
template <class Rows, class Cols, class Left, class Right>
TILE_DEVICE void tensor_cores(Values<float, Rows, Cols>& sum, const Left& left, const Right& right) {
  using T = typename Left::Value;
  constexpr int row_fragments = Rows::count / 2, col_fragments = Cols::count / 2;
  TILE_UNROLL
  for (int k = 0; k < Left::cols; k += fragment_depth<T>) {
    unsigned b[col_fragments][2];
    TILE_UNROLL
    for (int c = 0; c < col_fragments; ++c) read_right(b[c], right, Cols::first() + c * 8, k);
    TILE_UNROLL
    for (int r = 0; r < row_fragments; ++r) {
      unsigned a[4];
      read_left(a, left, Rows::fragment(r), k);
      TILE_UNROLL
      for (int c = 0; c < col_fragments; ++c) {
        multiply(sum.at(2 * r, 2 * c), sum.at(2 * r, 2 * c + 1), sum.at(2 * r + 1, 2 * c),
                 sum.at(2 * r + 1, 2 * c + 1), a, b[c], T{});
      }
    }
  }
}

/// Four terms of a sum from depth k on; right's columns are rows of the staged matrix, or columns.
template <class S>
TILE_DEVICE float4 four_terms(const Transposed<S>& s, int col, int k) {
  return *reinterpret_cast<const float4*>(&s.of.values[col][k]);
}
template <class S>
TILE_DEVICE float4 four_terms(const S& s, int col, int k) {
  return {s.values[k][col], s.values[k + 1][col], s.values[k + 2][col], s.values[k + 3][col]};
}

/// sum += left · right in float32: fused multiply-adds in order of depth.
template <class Rows, class Cols, class Left, class Right>
TILE_DEVICE void multiply_add(Values<float, Rows, Cols>& sum, const Left& left, const Right& right) {
  _Pragma("unroll 2") for (int k = 0; k < Left::cols; k += 4) {
    float4 a[Rows::count];
    TILE_UNROLL
    for (int r = 0; r < Rows::count; ++r)
      a[r] = *reinterpret_cast<const float4*>(&left.values[Rows::at(r)][k]);
    TILE_UNROLL
    for (int c = 0; c < Cols::count; ++c) {
      const float4 b = four_terms(right, Cols::at(c), k);
      TILE_UNROLL
      for (int r = 0; r < Rows::count; ++r) {
        float& s = sum.at(r, c);
        s = fmaf(a[r].w, b.w, fmaf(a[r].z, b.z, fmaf(a[r].y, b.y, fmaf(a[r].x, b.x, s))));
      }
    }
  }
}

}  // namespace tilescribe::kernels::tile::detail

#endif

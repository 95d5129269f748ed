// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/fragments.h"

namespace tilescribe::kernels::tile {

/// How a matrix product multiplies. Sums are always float32.
enum class Precision {
  fp32,  // float32 by fused multiply-adds
  tf32,  // float32 rounded to TF32, on tensor cores; before sm_80 as fp32, which is more exact
  bf16,  // bfloat16, on tensor cores
};

template <Precision precision>
struct OperandType {
  using Type = float;
};
template <>
struct OperandType<Precision::bf16> {
  using Type = Bf16;
};
/// The type in which operands are staged.
template <Precision precision>
using Operand = typename OperandType<precision>::Type;

namespace detail {

#if TILE_ON_GPU

// Tensor cores multiply TF32 and bfloat16 from sm_80 on.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
inline constexpr bool tensor_cores_take_tf32 = true;
#else
inline constexpr bool tensor_cores_take_tf32 = false;
#endif

template <Precision precision, class Rows, class Cols, class Left, class Right>
TILE_DEVICE void accumulate(Values<float, Rows, Cols>& sum, const Left& left, const Right& right) {
  if constexpr (precision == Precision::fp32 || (precision == Precision::tf32 && !tensor_cores_take_tf32)) {
    multiply_add(sum, left, right);
  } else {
    tensor_cores(sum, left, right);
  }
}

#else

/// An operand rounded as on the device.
template <Precision precision, class T>
float operand(T value) {
  if constexpr (precision == Precision::tf32) return to_tf32(value);
  return convert<float>(value);
}
template <class S>
auto right_value(const Transposed<S>& right, int k, int col) {
  return right.of.values[col][k];
}
template <class S>
auto right_value(const S& right, int k, int col) {
  return right.values[k][col];
}

/// sums += a · factors, of `Size` values. Both are whole rows of arrays, so a sanitizer, under which this
/// loop would take most of a test's time, has nothing to find here.
template <int Size>
__attribute__((no_sanitize("address", "undefined"))) void add_row(float* sums, float a,
                                                                  const float* factors) {
  for (int c = 0; c < Size; ++c) sums[c] += a * factors[c];
}

template <Precision precision, class Rows, class Cols, class Left, class Right>
void accumulate(Values<float, Rows, Cols>& sum, const Left& left, const Right& right) {
  static thread_local float factors[Left::cols][Cols::size];  // right, rounded, (depth, column)
  for (int k = 0; k < Left::cols; ++k) {
    for (int c = 0; c < Cols::size; ++c) factors[k][c] = operand<precision>(right_value(right, k, c));
  }
  for (int r = 0; r < Rows::size; ++r) {
    float* const sums = &sum.at(r, 0);
    for (int k = 0; k < Left::cols; ++k)
      add_row<Cols::size>(sums, operand<precision>(left.values[r][k]), factors[k]);
  }
}

#endif

template <class Left, class Rows>
inline constexpr bool left_fits = Left::rows == Rows::size;
template <class Left, class Cols, class S>
inline constexpr bool right_fits = S::rows == Left::cols&& S::cols == Cols::size;
template <class Left, class Cols, class S>
inline constexpr bool right_fits<Left, Cols, Transposed<S>> = S::cols == Left::cols&& S::rows == Cols::size;

}  // namespace detail

/// sum += left · right, collective over the block: left [rows, depth], right [depth, cols], or
/// transposed(right) with right [cols, depth].
template <Precision precision, class Rows, class Cols, class Left, class Right>
TILE_DEVICE void mma(Values<float, Rows, Cols>& sum, const Left& left, const Right& right) {
  static_assert(detail::left_fits<Left, Rows> && detail::right_fits<Left, Cols, Right>, "sizes agree");
  static_assert(same_type<typename Left::Value, Operand<precision>>, "operands are of the precision's type");
  detail::await_copy_group<0>();
  barrier();  // all threads have staged their parts
  detail::accumulate<precision>(sum, left, right);
}

/// Shared memory of product(): `Slices` slices of the depth, loaded or being loaded.
template <Precision precision, int Rows, int Cols, int Depth, int Slices = 2>
struct ProductSlices {
  static constexpr int depth = Depth, slices = Slices;
  Staged<Operand<precision>, Rows, Depth> left[Slices];   // (row of the result, depth)
  Staged<Operand<precision>, Cols, Depth> right[Slices];  // (column of the result, depth)
};

/// sum += a[row0 …, :] · b[col0 …, :]ᵀ over the whole depth a.cols, slice by slice. The next slices are
/// loaded while one is multiplied.
template <Precision precision, class Rows, class Cols, class Slices, class A, class B>
TILE_DEVICE void product(Values<float, Rows, Cols>& sum, Slices& shared, const Matrix<A>& a, int row0,
                         const Matrix<B>& b, int col0) {
  const int slices = tiles(a.cols, Slices::depth);
  const auto bring = [&](int slice) {
    const int place = slice % Slices::slices;
    if (slice < slices) {
      detail::start_staging(shared.left[place], a, row0, slice * Slices::depth);
      detail::start_staging(shared.right[place], b, col0, slice * Slices::depth);
    }
    detail::close_copy_group();  // also an empty group, so counting groups counts slices
  };
  barrier();  // nobody reads the previous contents any more
  TILE_UNROLL
  for (int slice = 0; slice < Slices::slices - 1; ++slice) bring(slice);
  for (int slice = 0; slice < slices; ++slice) {
    detail::await_copy_group<Slices::slices - 2>();
    barrier();  // this slice has arrived, and nobody reads the previous one any more
    bring(slice + Slices::slices - 1);
    detail::accumulate<precision>(sum, shared.left[slice % Slices::slices],
                                  transposed(shared.right[slice % Slices::slices]));
  }
}

}  // namespace tilescribe::kernels::tile

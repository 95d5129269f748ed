// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilescribe::kernels {

/// A block's piece of C[rows, columns] = Σ_k a(row, k)·b(column, k): 64×64 results by 256 threads, 4×4 each,
/// over slices of 16 of the depth that the block brings into shared memory together.
struct ProductTiles {
  static constexpr int side = 64;
  static constexpr int slice = 16;
  static constexpr int per_thread = 4;
  static constexpr int threads = (side / per_thread) * (side / per_thread);

  /// Rows along x, which may be many, columns along y.
  static dim3 grid(std::int64_t rows, std::int64_t columns) {
    return {static_cast<unsigned>((rows + side - 1) / side),
            static_cast<unsigned>((columns + side - 1) / side)};
  }
};

/// Call from a kernel launched with ProductTiles' grid and threads. a and b give elements by index inside the
/// sizes; store(row, column, sum) takes each result once.
template <class A, class B, class Store>
__device__ void tiled_product(std::int64_t rows, std::int64_t columns, std::int64_t depth, A a, B b,
                              Store store) {
  constexpr int side = ProductTiles::side, slice = ProductTiles::slice, per = ProductTiles::per_thread;
  __shared__ float a_slice[slice][side + 1];  // the odd width keeps the writes below off one another's banks
  __shared__ float b_slice[slice][side + 1];
  const std::int64_t first_row = std::int64_t{blockIdx.x} * side,
                     first_column = std::int64_t{blockIdx.y} * side;
  const int thread = static_cast<int>(threadIdx.x);
  const int my_row = thread / (side / per), my_column = thread % (side / per);

  float sums[per][per] = {};
  for (std::int64_t first_k = 0; first_k < depth; first_k += slice) {
    for (int i = thread; i < side * slice; i += ProductTiles::threads) {
      const int line = i / slice, k = i % slice;
      const bool inside = first_k + k < depth;
      a_slice[k][line] = inside && first_row + line < rows ? a(first_row + line, first_k + k) : 0.0f;
      b_slice[k][line] = inside && first_column + line < columns ? b(first_column + line, first_k + k) : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < slice; ++k) {
      // A thread's rows and columns lie 16 apart, so that neighbours read neighbours.
      for (int r = 0; r < per; ++r) {
        const float left = a_slice[k][my_row + r * (side / per)];
        for (int c = 0; c < per; ++c) sums[r][c] += left * b_slice[k][my_column + c * (side / per)];
      }
    }
    __syncthreads();
  }
  for (int r = 0; r < per; ++r) {
    for (int c = 0; c < per; ++c) {
      const std::int64_t row = first_row + my_row + r * (side / per);
      const std::int64_t column = first_column + my_column + c * (side / per);
      if (row < rows && column < columns) store(row, column, sums[r][c]);
    }
  }
}

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/memory.h"

namespace tilescribe::kernels::tile {

/// ½x(1 + erf(x/√2)) (Hendrycks and Gimpel 2016). With erfc, large negative x keep their precision.
struct GeluErf {
  TILE_DEVICE float operator()(float x) const { return 0.5f * x * erfc(-x * 0.70710678118654752f); }
};

/// Its approximation ½x(1 + tanh(√(2/π)(x + 0.044715x³))), as in GPT-2.
struct GeluTanh {
  TILE_DEVICE float operator()(float x) const {
    return 0.5f * x * (1.0f + tanh(0.79788456080286536f * (x + 0.044715f * x * x * x)));
  }
};

/// x/(1 + e^−x).
struct Silu {
  TILE_DEVICE float operator()(float x) const { return x / (1.0f + exp(-x)); }
};

/// For element-wise kernels: one tile per block; rows along the grid's x, which allows the most blocks.
using ElementwiseTile = Tile<float, 4, 256>;
template <class T>
TILE_ANYWHERE Grid elementwise_grid(const Matrix<T>& y) {
  return {tiles(y.rows, ElementwiseTile::rows), tiles(y.cols, ElementwiseTile::cols)};
}

/// y = f(x). May run in place. Out: float or Bf16.
template <class Out, class Function>
struct ActivationKernel {
  struct Args {
    Matrix<Out> y;          // [rows, width]
    Matrix<const float> x;  // [rows, width]
  };
  static TILE_ANYWHERE Grid grid(const Args& a) { return elementwise_grid(a.y); }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const int row = block.x * ElementwiseTile::rows, col = block.y * ElementwiseTile::cols;
    store(a.y, map(Function{}, load<ElementwiseTile>(a.x, row, col)), row, col);
  }
};

/// y = silu(gate)·up (SwiGLU, Shazeer 2020).
template <class Out>
struct GatedSiluKernel {
  struct Args {
    Matrix<Out> y;                 // [rows, width]
    Matrix<const float> gate, up;  // [rows, width]
  };
  static TILE_ANYWHERE Grid grid(const Args& a) { return elementwise_grid(a.y); }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const int row = block.x * ElementwiseTile::rows, col = block.y * ElementwiseTile::cols;
    const auto gate = load<ElementwiseTile>(a.gate, row, col);
    store(a.y, map(Silu{}, gate) * load<ElementwiseTile>(a.up, row, col), row, col);
  }
};

/// y += x.
struct AddKernel {
  struct Args {
    Matrix<float> y;        // [rows, width]
    Matrix<const float> x;  // [rows, width]
  };
  static TILE_ANYWHERE Grid grid(const Args& a) { return elementwise_grid(a.y); }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const int row = block.x * ElementwiseTile::rows, col = block.y * ElementwiseTile::cols;
    store(a.y, load<ElementwiseTile>(a.y, row, col) + load<ElementwiseTile>(a.x, row, col), row, col);
  }
};

}  // namespace tilescribe::kernels::tile

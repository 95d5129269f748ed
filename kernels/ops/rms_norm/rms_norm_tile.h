// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/memory.h"
#include "kernels/tile/reduce.h"

namespace tilescribe::kernels::tile {

/// RmsNorm: out = x / √(mean(x²) + eps) · gain, a row a block. Out: float or Bf16.
template <class Out>
struct RmsNormKernel {
  using Piece = Tile<float, 1, 1024>;  // of a row
  struct Args {
    Matrix<Out> out;           // [rows, width]
    Matrix<const float> x;     // [rows, width]
    Matrix<const float> gain;  // [1, width]
    float eps;
  };

  static TILE_ANYWHERE Grid grid(const Args& a) { return {a.x.rows}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    auto squares = filled<Piece>(0.0f);
    for (int col = 0; col < a.x.cols; col += Piece::cols) {
      const auto x = load<Piece>(a.x, block.x, col);
      squares += x * x;
    }
    const auto scale = map([&](float sum) { return 1.0f / sqrt(sum / static_cast<float>(a.x.cols) + a.eps); },
                           sum_rows(squares));
    for (int col = 0; col < a.x.cols; col += Piece::cols) {
      const auto gain = load<PerColumn<Piece>>(a.gain, 0, col);
      store(a.out, load<Piece>(a.x, block.x, col) * scale * gain, block.x, col);
    }
  }
};

}  // namespace tilescribe::kernels::tile

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/memory.h"
#include "kernels/tile/reduce.h"

namespace tilescribe::kernels::tile {

/// LayerNorm: out = (x − mean) / √(variance + eps) · gain + bias. One row per block; the variance is the mean
/// square of what differs from the mean, so no digits cancel. Out: float or Bf16.
template <class Out>
struct LayerNormKernel {
  using Piece = Tile<float, 1, 1024>;  // part of a row
  struct Args {
    Matrix<Out> out;                 // [rows, width]
    Matrix<const float> x;           // [rows, width]
    Matrix<const float> gain, bias;  // [1, width]
    float eps;
  };

  static TILE_ANYWHERE Grid grid(const Args& a) { return {a.x.rows}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const auto width = static_cast<float>(a.x.cols);
    const auto start = load<Piece>(a.x, block.x, 0);  // stays in registers; most rows have no more
    auto sums = start;
    for (int col = Piece::cols; col < a.x.cols; col += Piece::cols) sums += load<Piece>(a.x, block.x, col);
    const auto mean = map([&](float sum) { return sum / width; }, sum_rows(sums));
    const auto squares_of = [&](const Piece& x, int first) {
      const auto from_mean =
          map_at([&](int, int col, float value) { return first + col < a.x.cols ? value : 0.0f; }, x - mean);
      return from_mean * from_mean;
    };
    auto squares = squares_of(start, 0);
    for (int col = Piece::cols; col < a.x.cols; col += Piece::cols)
      squares += squares_of(load<Piece>(a.x, block.x, col), col);
    const auto scale = map([&](float sum) { return 1.0f / sqrt(sum / width + a.eps); }, sum_rows(squares));
    const auto finish = [&](const Piece& x, int col) {
      const auto gain = load<PerColumn<Piece>>(a.gain, 0, col);
      const auto bias = load<PerColumn<Piece>>(a.bias, 0, col);
      store(a.out, (x - mean) * scale * gain + bias, block.x, col);
    };
    finish(start, 0);
    for (int col = Piece::cols; col < a.x.cols; col += Piece::cols)
      finish(load<Piece>(a.x, block.x, col), col);
  }
};

/// RmsNorm: out = x / √(mean(x²) + eps) · gain. One row per block. Out: float or Bf16.
template <class Out>
struct RmsNormKernel {
  using Piece = Tile<float, 1, 1024>;  // part of a row
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/memory.h"
#include "kernels/tile/reduce.h"

namespace tilescribe::kernels::tile {

/// LayerNorm: out = (x − mean) / √(variance + eps) · gain + bias. One row per block; mean and variance in a
/// single pass (Welford 1962). Out: float or Bf16.
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
    // Each value of a piece collects its own moments over all pieces; then they are merged.
    auto moments = map([](float) { return Moments{0.0f, 0.0f, 0.0f}; }, Piece{});
    float count = 0.0f;
    for (int first = 0; first < a.x.cols; first += Piece::cols) {
      const float share = 1.0f / (count += 1.0f);
      const auto inside =
          map_at([&](int, int col, float) { return first + col < a.x.cols; }, filled<Piece>(0.0f));
      moments = map([&](const Moments& m, float x, bool counts) { return counts ? with(m, x, share) : m; },
                    moments, load<Piece>(a.x, block.x, first), inside);
    }
    const auto row = reduce_rows(moments, together);
    const auto mean = map([](const Moments& m) { return m.mean; }, row);
    const auto scale = map([&](const Moments& m) { return 1.0f / sqrt(m.deviation / m.count + a.eps); }, row);
    for (int col = 0; col < a.x.cols; col += Piece::cols) {
      const auto gain = load<PerColumn<Piece>>(a.gain, 0, col);
      const auto bias = load<PerColumn<Piece>>(a.bias, 0, col);
      store(a.out, (load<Piece>(a.x, block.x, col) - mean) * scale * gain + bias, block.x, col);
    }
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

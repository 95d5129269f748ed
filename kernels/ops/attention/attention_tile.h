// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/mma.h"
#include "kernels/tile/reduce.h"

// Attention of one head in three steps. T: float, or Bf16 for Precision::bf16.
namespace tilescribe::kernels::tile {

/// scores = scale · q·kᵀ.
template <Precision precision, class T, int Rows, int Cols, int Depth, int Slices>
struct AttentionScoresKernel {
  using Sums = Accumulator<Rows, Cols, 2>;  // (query, key)
  struct Args {
    Matrix<float> scores;  // [rows, keys]
    Matrix<const T> q;     // [rows, head_dim]
    Matrix<const T> k;     // [keys, head_dim]
    float scale;
  };
  using Shared = ProductSlices<precision, Rows, Cols, Depth, Slices>;

  static TILE_ANYWHERE Grid grid(const Args& a) {
    return {tiles(a.scores.rows, Rows), tiles(a.scores.cols, Cols)};
  }

  static TILE_DEVICE void run(Block block, Shared& shared, const Args& a) {
    const int row = block.x * Rows, key = block.y * Cols;
    auto sums = filled<Sums>(0.0f);
    product<precision>(sums, shared, a.q, row, a.k, key);
    store(a.scores, sums * a.scale, row, key);
  }
};

/// Softmax of a row's first keys, in place; the rest becomes 0. One row per block.
struct SoftmaxKernel {
  using Piece = Tile<float, 1, 1024>;  // part of a row
  struct Args {
    Matrix<float> x;  // [rows, width]
    int first_keys;   // keys of row 0
    bool causal;      // each further row has one more key
  };

  static TILE_ANYWHERE Grid grid(const Args& a) { return {a.x.rows}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const int keys = min(a.first_keys + (a.causal ? block.x : 0), a.x.cols);
    const Matrix<float> seen = a.x.columns(0, keys);
    auto start = load<Piece>(seen, block.x, 0, -infinity);  // stays in registers
    auto most = start;
    for (int col = Piece::cols; col < keys; col += Piece::cols)
      most =
          map([](float a_, float b) { return max(a_, b); }, most, load<Piece>(seen, block.x, col, -infinity));
    const auto largest = max_rows(most);
    const auto relative = [](float x, float top) { return exp(x - top); };
    start = map(relative, start, largest);
    auto sums = start;
    for (int col = Piece::cols; col < keys; col += Piece::cols)
      sums += map(relative, load<Piece>(seen, block.x, col, -infinity), largest);
    const auto share = map([](float sum) { return 1.0f / sum; }, sum_rows(sums));
    store(a.x, start * share, block.x, 0);
    for (int col = Piece::cols; col < a.x.cols; col += Piece::cols)  // beyond the keys: e^−∞ = 0
      store(a.x, map(relative, load<Piece>(seen, block.x, col, -infinity), largest) * share, block.x, col);
  }
};

/// out = weights · v.
template <Precision precision, class T, int Rows, int Cols, int Depth>
struct AttentionOutputKernel {
  using Sums = Accumulator<Rows, Cols, 2>;  // (query, dimension of a value)
  struct Args {
    Matrix<T> out;                // [rows, head_dim]
    Matrix<const float> weights;  // [rows, keys]
    Matrix<const T> v;            // [keys, head_dim]
  };
  struct Shared {
    Staged<Operand<precision>, Rows, Depth> weights;  // (query, key)
    Staged<Operand<precision>, Depth, Cols> v;        // (key, dimension of a value)
  };

  static TILE_ANYWHERE Grid grid(const Args& a) { return {tiles(a.out.rows, Rows), tiles(a.out.cols, Cols)}; }

  static TILE_DEVICE void run(Block block, Shared& shared, const Args& a) {
    const int row = block.x * Rows, col = block.y * Cols;
    auto sums = filled<Sums>(0.0f);
    for (int key = 0; key < a.v.rows; key += Depth) {
      stage(shared.weights, a.weights, row, key);
      stage(shared.v, a.v, key, col);
      mma<precision>(sums, shared.weights, shared.v);
    }
    store(a.out, sums, row, col);
  }
};

}  // namespace tilescribe::kernels::tile

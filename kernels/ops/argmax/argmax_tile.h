// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/memory.h"
#include "kernels/tile/reduce.h"

namespace tilescribe::kernels::tile {

/// Argmax: the best token of a row (ties take the lowest index) and its softmax probability. A row a block.
struct ArgmaxKernel {
  using Piece = Tile<float, 1, 1024>;  // of a row
  struct Args {
    Matrix<int> ids;              // [rows, 1]
    Matrix<float> probabilities;  // [rows, 1]
    Matrix<const float> logits;   // [rows, width]
  };
  struct Candidate {
    float value;
    int index;
  };

  static TILE_ANYWHERE Grid grid(const Args& a) { return {a.logits.rows}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const auto better = [](const Candidate& x, const Candidate& y) {
      return y.value > x.value || (y.value == x.value && y.index < x.index) ? y : x;
    };
    // A row of nothing but NaN has its last token.
    auto best = map([&](float) { return Candidate{-infinity, a.logits.cols - 1}; }, Piece{});
    for (int first = 0; first < a.logits.cols; first += Piece::cols) {
      const auto candidates = map_at(
          [&](int, int col, float logit) {
            return Candidate{logit, first + col};
          },
          load<Piece>(a.logits, block.x, first, -infinity));
      best = map(better, best, candidates);
    }
    const auto winner = reduce_rows(best, better);
    const auto top = map([](const Candidate& c) { return c.value; }, winner);

    auto sums = filled<Piece>(0.0f);
    for (int first = 0; first < a.logits.cols; first += Piece::cols) {
      sums += map([](float logit, float largest) { return exp(logit - largest); },
                  load<Piece>(a.logits, block.x, first, -infinity), top);
    }
    store(a.ids, map([](const Candidate& c) { return c.index; }, winner), block.x, 0);
    store(a.probabilities, 1.0f / sum_rows(sums), block.x, 0);
  }
};

}  // namespace tilescribe::kernels::tile

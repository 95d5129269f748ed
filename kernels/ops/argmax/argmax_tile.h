// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/memory.h"
#include "kernels/tile/reduce.h"

namespace tilescribe::kernels::tile {

/// Argmax: a row's best token (the lowest index of equals) and its softmax probability. One row per block.
struct ArgmaxKernel {
  using Piece = Tile<float, 1, 1024>;  // part of a row
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
    // For a row of only NaN the result is its last token.
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

/// ArgmaxStop without its argmax: the best token of each row becomes its next input and goes to the ring. The
/// row advances, or becomes idle after a stop token or when its budget is spent. One block.
struct FinishStepKernel {
  using Ids = Tile<int, 1, 128>;  // one value per row
  using Probabilities = Tile<float, 1, 128>;
  struct Args {
    Matrix<int> ids, positions, budgets;  // [1, rows], read and written; a negative position: idle
    int* count;                           // number of steps so far
    Matrix<int> ring_ids;                 // [depth, rows]
    Matrix<float> ring_probabilities;     // [depth, rows]
    int* ring_steps;                      // [depth]
    Matrix<const int> best;               // [1, rows]
    Matrix<const float> probabilities;    // [1, rows]
    Matrix<const int> stop_ids;           // [1, n]
  };

  static TILE_ANYWHERE Grid grid(const Args&) { return {}; }

  static TILE_DEVICE void run(Block, const Args& a) {
    const int step = read(a.count) + 1, entry = (step - 1) % a.ring_ids.rows;
    for (int row = 0; row < a.best.cols; row += Ids::cols) {
      const auto position = load<Ids>(a.positions, 0, row, -1), best = load<Ids>(a.best, 0, row);
      const auto if_idle = [](int where, int idle, int awake) { return where < 0 ? idle : awake; };
      store(a.ring_ids, map(if_idle, position, -1, best), entry, row);
      store(a.ring_probabilities,
            map([](int where, float p) { return where < 0 ? 0.0f : p; }, position,
                load<Probabilities>(a.probabilities, 0, row)),
            entry, row);
      store(a.ids, map(if_idle, position, load<Ids>(a.ids, 0, row), best), 0, row);
      const auto before = load<Ids>(a.budgets, 0, row), budget = map(if_idle, position, before, before - 1);
      store(a.budgets, budget, 0, row);
      auto ends = map([](int left) { return left <= 0; }, budget);
      for (int i = 0; i < a.stop_ids.cols; ++i) {
        const int stop = read(a.stop_ids.at(0, i));
        ends = map([&](bool end, int id) { return end || id == stop; }, ends, best);
      }
      store(a.positions,
            map([](int where, bool end) { return where < 0 || end ? (where < 0 ? where : -1) : where + 1; },
                position, ends),
            0, row);
    }
    write(a.count, step);
    publish(a.ring_steps + entry, step);
  }
};

}  // namespace tilescribe::kernels::tile

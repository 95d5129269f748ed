// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/reduce.h"

namespace tilescribe::kernels::tile {

/// Softmax of rows, tile by tile (Milakov and Gimelshein 2018): the largest score so far, and the sum of
/// exponentials relative to it. `Of`: a tile with these rows. Scores in units of log 2 make e^x one
/// instruction.
template <class Of>
struct OnlineSoftmax {
  PerRow<Of> largest = filled<PerRow<Of>>(-infinity);
  PerRow<Of> sum = filled<PerRow<Of>>(0.0f);

  /// Turns the next tile of scores into weights relative to the new largest score. Returns the factor that
  /// rescales what was accumulated before.
  template <class Scores>
  TILE_DEVICE PerRow<Of> next(Scores& scores) {
    const auto before = largest;
    largest = map([](float a, float b) { return max(a, b); }, before, max_rows(scores));
    // A row that has not seen a key has −∞ as its largest score, and weights 0.
    const auto base = map([](float x) { return x == -infinity ? 0.0f : x; }, largest);
    scores = map([](float score, float b) { return exp2(score - b); }, scores, base);
    const auto scale = map([](float old, float b) { return exp2(old - b); }, before, base);
    sum = sum * scale + sum_rows(scores);
    return scale;
  }
};

/// The factor that converts scores to units of log 2.
inline constexpr float log2_e = 1.44269504088896341f;

}  // namespace tilescribe::kernels::tile

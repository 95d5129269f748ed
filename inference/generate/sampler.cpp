// SPDX-License-Identifier: Apache-2.0
#include "inference/generate/sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tilescribe::generate {

Choice Sampler::choose(std::span<const float> logits) {
  std::vector<std::int32_t> ids(logits.size());
  std::iota(ids.begin(), ids.end(), 0);
  const auto logit = [&](std::int32_t id) {
    return static_cast<double>(logits[static_cast<std::size_t>(id)]);
  };
  const std::size_t candidates =
      options_.top_k > 0 ? std::min(ids.size(), static_cast<std::size_t>(options_.top_k)) : ids.size();
  std::partial_sort(
      ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(candidates), ids.end(),
      [&](std::int32_t a, std::int32_t b) { return logit(a) != logit(b) ? logit(a) > logit(b) : a < b; });
  const double top = logit(ids[0]);

  std::vector<double> weights(candidates);
  for (std::size_t i = 0; i < candidates; ++i) {
    weights[i] = std::exp((logit(ids[i]) - top) / static_cast<double>(options_.temperature));
  }
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  // 53 bits of a draw in [0, 1). Unlike std's distributions, this is the same in every standard library.
  double draw = static_cast<double>(random_() >> 11) * 0x1p-53 * total;
  std::size_t chosen = 0;
  while (chosen + 1 < candidates && draw >= weights[chosen]) draw -= weights[chosen++];

  double all = 0.0;
  for (const float value : logits) all += std::exp(static_cast<double>(value) - top);
  return {ids[chosen], static_cast<float>(std::exp(logit(ids[chosen]) - top) / all)};
}

}  // namespace tilescribe::generate

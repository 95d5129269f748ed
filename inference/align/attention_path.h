// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tilescribe::align {

/// What heads of attention look at while each token is said: [heads, tokens, frames], where a row's sum is 1.
struct AttentionWeights {
  std::size_t heads = 0, tokens = 0, frames = 0;
  std::span<const float> values;

  std::span<const float> head(std::size_t at) const {
    return values.subspan(at * tokens * frames, tokens * frames);
  }
};

/// How closely each head follows the sound, from 0 to 1: the weight that lies on its best way through the
/// frames, which never goes back, above what the same frames get from all tokens.
std::vector<double> following(const AttentionWeights& weights);

/// The heads that follow the sound: the best one, and at most seven more that are at least half as good.
/// Empty where even the best is below 0.1. No list of heads comes with a model, so any model can be asked.
std::vector<std::size_t> following_heads(std::span<const double> following);

/// Where each token is heard by these heads together, in frames from the first one's beginning; ascending.
std::vector<double> token_places(const AttentionWeights& weights, std::span<const std::size_t> heads);

}  // namespace tilescribe::align

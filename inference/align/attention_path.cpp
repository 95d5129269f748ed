// SPDX-License-Identifier: Apache-2.0
#include "inference/align/attention_path.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace tilescribe::align {
namespace {

constexpr double least_following = 0.1;
constexpr std::size_t most_heads = 8;

// What a head adds to each frame's average over the tokens: a frame that every token looks at says nothing.
std::vector<float> above_average(std::span<const float> head, std::size_t tokens, std::size_t frames) {
  std::vector<float> above(head.begin(), head.end()), average(frames);
  for (std::size_t i = 0; i < above.size(); i += frames) {
    for (std::size_t f = 0; f < frames; ++f) average[f] += above[i + f];
  }
  for (float& sum : average) sum /= static_cast<float>(tokens);
  for (std::size_t i = 0; i < above.size(); i += frames) {
    for (std::size_t f = 0; f < frames; ++f) above[i + f] -= average[f];
  }
  return above;
}

struct Way {
  std::vector<std::size_t> frames;  // of each token, ascending
  double weight = 0.0;              // mean along the way
};

// The way with the most weight (Viterbi).
Way best_way(std::span<const float> weights, std::size_t tokens, std::size_t frames) {
  std::vector<float> best(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(frames));
  std::vector<std::uint32_t> from(tokens * frames);
  for (std::size_t t = 1; t < tokens; ++t) {
    std::uint32_t highest = 0;  // of the frames so far
    float before = best[0];
    for (std::size_t f = 0; f < frames; ++f) {
      if (best[f] > before) before = best[f], highest = static_cast<std::uint32_t>(f);
      from[t * frames + f] = highest;
      best[f] = before + weights[t * frames + f];
    }
  }
  Way way;
  const auto end = std::ranges::max_element(best);
  way.weight = static_cast<double>(*end) / static_cast<double>(tokens);
  way.frames.resize(tokens);
  way.frames[tokens - 1] = static_cast<std::size_t>(end - best.begin());
  for (std::size_t t = tokens - 1; t > 0; --t) way.frames[t - 1] = from[t * frames + way.frames[t]];
  return way;
}

}  // namespace

std::vector<double> following(const AttentionWeights& weights) {
  std::vector<double> each(weights.heads, 0.0);
  if (weights.tokens == 0 || weights.frames == 0) return each;
  for (std::size_t h = 0; h < weights.heads; ++h) {
    const std::vector<float> above = above_average(weights.head(h), weights.tokens, weights.frames);
    each[h] = std::clamp(best_way(above, weights.tokens, weights.frames).weight, 0.0, 1.0);
  }
  return each;
}

std::vector<std::size_t> following_heads(std::span<const double> following) {
  std::vector<std::size_t> heads(following.size());
  std::iota(heads.begin(), heads.end(), std::size_t{0});
  std::ranges::stable_sort(heads, std::greater<>(), [&](std::size_t head) { return following[head]; });
  if (heads.empty() || following[heads[0]] < least_following) return {};
  const double least = std::max(least_following, following[heads[0]] / 2.0);
  std::erase_if(heads, [&](std::size_t head) { return following[head] < least; });
  heads.resize(std::min(heads.size(), most_heads));
  return heads;
}

std::vector<double> token_places(const AttentionWeights& weights, std::span<const std::size_t> heads) {
  const std::size_t tokens = weights.tokens, frames = weights.frames;
  if (heads.empty() || tokens == 0 || frames == 0) return {};
  std::vector<float> together(tokens * frames);
  for (const std::size_t head : heads) {
    const std::vector<float> above = above_average(weights.head(head), tokens, frames);
    for (std::size_t i = 0; i < together.size(); ++i) together[i] += above[i];
  }
  const Way way = best_way(together, tokens, frames);
  std::vector<double> places(tokens);
  for (std::size_t t = 0; t < tokens; ++t) {
    // Between frames: the centre of the weight on the way's frame and its neighbours.
    const std::size_t at = way.frames[t], first = at - std::min<std::size_t>(at, 1),
                      last = std::min(at + 1, frames - 1);
    double sum = 0.0, moment = 0.0;
    for (std::size_t f = first; f <= last; ++f) {
      const double weight = std::max(together[t * frames + f], 0.0f);
      sum += weight;
      moment += weight * (static_cast<double>(f) + 0.5);
    }
    places[t] = sum > 0.0 ? moment / sum : static_cast<double>(at) + 0.5;
    if (t > 0) places[t] = std::max(places[t], places[t - 1]);
  }
  return places;
}

}  // namespace tilescribe::align

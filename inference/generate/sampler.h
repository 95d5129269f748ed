// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <span>

namespace tilescribe::generate {

struct SamplingOptions {
  float temperature = 0.0f;  // 0: greedy
  int top_k = 0;             // candidates; 0: all
  std::uint64_t seed = 0;
};

struct Choice {
  std::int32_t id = 0;
  float probability = 0.0f;  // of this id under the softmax of the unscaled logits (temperature 1, all ids)
};

/// Draws tokens from softmax(logits/temperature) over the top_k best. The same seed and logits give the same
/// draws.
class Sampler {
 public:
  /// Goes on where another sampler of the same seed has drawn so many tokens.
  explicit Sampler(const SamplingOptions& options, std::uint64_t drawn = 0)
      : options_(options), random_(options.seed) {
    random_.discard(drawn);
  }
  bool greedy() const { return options_.temperature <= 0.0f; }
  Choice choose(std::span<const float> logits);

 private:
  SamplingOptions options_;
  std::mt19937_64 random_;
};

}  // namespace tilescribe::generate

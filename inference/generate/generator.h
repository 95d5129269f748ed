// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "inference/generate/sampler.h"
#include "inference/model/model.h"

namespace tilescribe::generate {

/// One prompt to continue.
struct Request {
  std::vector<std::int32_t> prompt;  // placeholders included
  kernels::Tensor audio;             // [placeholders, hidden], f32
  std::int64_t max_new_tokens = 0;   // cut to what the context leaves
  bool guard_loops = true;           // end a run that repeats itself
};

struct GeneratedToken {
  std::int32_t id = 0;
  float probability = 0.0f;
};

struct Generated {
  std::vector<GeneratedToken> tokens;  // without the stop token
  bool looped = false;     // ended by the loop guard; all but one of the repeated phrases are dropped
  bool truncated = false;  // ended by the token budget
};

struct GenerateEvents {
  std::function<void(std::size_t request, const GeneratedToken&)> token;
  std::function<void(std::size_t request, const Generated&)> finished;
};

/// Continues several prompts together, a token each a step; finished ones leave. Greedy unless the sampling
/// says otherwise; ties take the lowest id. Throws Cancelled when the backend's stop token asks for it.
std::vector<Generated> generate(kernels::Backend& backend, const model::Model& model,
                                std::span<const Request> requests, std::span<const int> stop_ids,
                                const SamplingOptions& sampling, const GenerateEvents& events);

}  // namespace tilescribe::generate

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "inference/generate/generator.h"

namespace tilescribe::generate {

/// A text to be continued by a model that may get beyond its context.
struct Continuation {
  std::vector<std::int32_t> prompt;  // at least one token, each of the vocabulary
  std::int64_t max_new_tokens = 0;
  SamplingOptions sampling;
};

/// The logits behind a prompt, from its last `context` tokens. Throws Error as continue_prompt does.
std::vector<float> logits_behind(kernels::Backend& backend, const layers::SequenceModel& model,
                                 std::span<const std::int32_t> prompt);

/// Continues a prompt token by token, until a stop id or the last token that is wanted. A prompt and what
/// follows it may be longer than the context: then each token is chosen from the last `context` tokens alone,
/// which are read anew for it from position 0 on (minGPT's generate). Up to there, tokens are steps of a
/// Generator. The same seed gives the same tokens. `token` is told each one. Throws Error for a prompt
/// without tokens or with unknown ones, and Cancelled when the backend's stop token requests it.
Generated continue_prompt(kernels::Backend& backend, const layers::SequenceModel& model,
                          const Continuation& continuation, std::span<const int> stop_ids,
                          const std::function<void(const GeneratedToken&)>& token);

}  // namespace tilescribe::generate

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "inference/generate/generator.h"

namespace tilescribe::generate {

/// Texts to be continued by a model that may get beyond its context.
struct Continuation {
  std::vector<std::vector<std::int32_t>> prompts;  // each of at least one token, all of the vocabulary
  std::int64_t max_new_tokens = 0;                 // of each
  SamplingOptions sampling;                        // each prompt draws as if it were alone
};

/// The logits behind a prompt, from its last `context` tokens. Throws Error as continue_prompt does.
std::vector<float> logits_behind(kernels::Backend& backend, const layers::SequenceModel& model,
                                 std::span<const std::int32_t> prompt);

/// Continues prompts token by token, each until a stop id or the last token that is wanted. Its tokens are
/// those that it would have alone. A prompt and what follows it may be longer than the context: then each
/// token is chosen from the last `context` tokens alone, which are read anew for it from position 0 on
/// (minGPT's generate), one prompt after the other. Up to there, tokens are steps of a Generator, with as
/// many prompts side by side as the backend likes. The same seed gives the same tokens. `token` is told each
/// one and its prompt's place. Throws Error for a prompt without tokens or with unknown ones, and Cancelled
/// when the backend's stop token requests it.
std::vector<Generated> continue_prompts(kernels::Backend& backend, const layers::SequenceModel& model,
                                        const Continuation& continuation, std::span<const int> stop_ids,
                                        const std::function<void(std::size_t, const GeneratedToken&)>& token);

}  // namespace tilescribe::generate

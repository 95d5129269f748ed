// SPDX-License-Identifier: Apache-2.0
#include "inference/generate/continuation.h"

#include <algorithm>
#include <utility>

#include "kernels/backend/scope.h"
#include "kernels/core/error.h"

namespace tilescribe::generate {
namespace {

void check_prompt(std::span<const std::int32_t> prompt, std::int64_t vocabulary) {
  if (prompt.empty()) throw Error("Expected a prompt of at least one token, found none.");
  const auto unknown =
      std::ranges::find_if(prompt, [vocabulary](std::int32_t id) { return id < 0 || id >= vocabulary; });
  if (unknown != prompt.end())
    throw Error("Expected token ids from 0 to {1} in the prompt, found {2}.", vocabulary - 1, *unknown);
}

// The likeliest token is what is drawn among the best one.
SamplingOptions drawing(SamplingOptions sampling) {
  if (sampling.temperature <= 0.0f) sampling = {.temperature = 1.0f, .top_k = 1, .seed = sampling.seed};
  return sampling;
}

// Reads the last tokens that the context holds, from position 0 on.
void read_last(kernels::Backend& backend, const layers::SequenceModel& model, const layers::KvCache& cache,
               std::span<const std::int32_t> ids, std::vector<float>& logits) {
  const kernels::Scope stage(backend, {.stage = "prefill", .windows = 1});
  const auto context = static_cast<std::size_t>(model.context);
  const layers::Prompt last{
      .slot = 0, .ids = ids.last(std::min(context, ids.size())), .embedded_begin = 0, .embedded = {}};
  logits.resize(static_cast<std::size_t>(model.vocabulary()));
  backend.download(logits.data(), model.prefill(backend, cache, {&last, 1}));
}

}  // namespace

std::vector<float> logits_behind(kernels::Backend& backend, const layers::SequenceModel& model,
                                 std::span<const std::int32_t> prompt) {
  check_prompt(prompt, model.embedding->out());
  const std::int64_t tokens = std::min(model.context, static_cast<std::int64_t>(prompt.size()));
  std::vector<float> logits;
  read_last(backend, model, model.make_cache(backend, 1, tokens), prompt, logits);
  return logits;
}

Generated continue_prompt(kernels::Backend& backend, const layers::SequenceModel& model,
                          const Continuation& continuation, std::span<const int> stop_ids,
                          const std::function<void(const GeneratedToken&)>& token) {
  check_prompt(continuation.prompt, model.embedding->out());
  std::vector<std::int32_t> ids = continuation.prompt;
  Generated result;
  if (static_cast<std::int64_t>(ids.size()) < model.context) {
    Request request;
    request.prompt = ids;
    request.max_new_tokens = continuation.max_new_tokens;
    request.guard_loops = false;
    GenerateEvents events;
    events.token = [&token](std::size_t, const GeneratedToken& one) { token(one); };
    result = generate(backend, model, {&request, 1}, stop_ids, continuation.sampling, events)[0];
    if (!result.truncated) return result;  // a stop id
    for (const GeneratedToken& one : result.tokens) ids.push_back(one.id);
  }

  const auto wanted = static_cast<std::size_t>(continuation.max_new_tokens);
  result.truncated = true;
  if (result.tokens.size() >= wanted) return result;
  const layers::KvCache cache = model.make_cache(backend, 1, model.context);
  Sampler sampler(drawing(continuation.sampling), result.tokens.size());
  std::vector<float> logits;
  while (result.tokens.size() < wanted) {
    read_last(backend, model, cache, ids, logits);
    const Choice choice = sampler.choose(logits);
    if (std::ranges::find(stop_ids, choice.id) != stop_ids.end()) {
      result.truncated = false;
      break;
    }
    ids.push_back(choice.id);
    result.tokens.push_back({choice.id, choice.probability});
    token(result.tokens.back());
  }
  return result;
}

}  // namespace tilescribe::generate

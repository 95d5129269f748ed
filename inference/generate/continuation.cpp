// SPDX-License-Identifier: Apache-2.0
#include "inference/generate/continuation.h"

#include <algorithm>
#include <optional>
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

// What of each prompt's continuation the context holds. A prompt that fills it stays as it is.
std::vector<Generated> within_context(kernels::Backend& backend, const layers::SequenceModel& model,
                                      const Continuation& continuation, std::span<const int> stop_ids,
                                      const std::function<void(std::size_t, const GeneratedToken&)>& token) {
  std::vector<Generated> results(continuation.prompts.size());
  std::vector<Request> waiting;
  std::int64_t capacity = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].truncated = true;
    const auto length = static_cast<std::int64_t>(continuation.prompts[i].size());
    if (length >= model.context) continue;
    Request& request = waiting.emplace_back();
    request.number = i;
    request.prompt = continuation.prompts[i];
    request.max_new_tokens = continuation.max_new_tokens;
    request.guard_loops = false;
    capacity = std::max(capacity, length + std::max<std::int64_t>(continuation.max_new_tokens, 1));
  }
  if (waiting.empty()) return results;
  GenerateEvents events;
  events.token = token;
  events.finished = [&results](std::size_t number, Generated one) { results[number] = std::move(one); };
  const std::int64_t slots = std::min(std::ssize(waiting), backend.batching().decode_rows);
  Generator generator(backend, model, stop_ids, continuation.sampling,
                      {slots, std::min(capacity, model.context)}, std::move(events));
  std::span<const Request> left(waiting);
  while (!left.empty() || generator.active() > 0) {
    const auto joining = std::min(left.size(), static_cast<std::size_t>(generator.free_slots()));
    generator.join(left.first(joining));
    left = left.subspan(joining);
    generator.advance();
  }
  return results;
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

std::vector<Generated> continue_prompts(
    kernels::Backend& backend, const layers::SequenceModel& model, const Continuation& continuation,
    std::span<const int> stop_ids, const std::function<void(std::size_t, const GeneratedToken&)>& token) {
  for (const auto& prompt : continuation.prompts) check_prompt(prompt, model.embedding->out());
  std::vector<Generated> results = within_context(backend, model, continuation, stop_ids, token);
  std::optional<layers::KvCache> cache;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto wanted = static_cast<std::size_t>(continuation.max_new_tokens);
    Generated& result = results[i];
    if (!result.truncated || result.tokens.size() >= wanted) continue;
    if (!cache) cache = model.make_cache(backend, 1, model.context);
    std::vector<std::int32_t> ids = continuation.prompts[i];
    for (const GeneratedToken& one : result.tokens) ids.push_back(one.id);
    Sampler sampler(drawing(continuation.sampling), result.tokens.size());
    std::vector<float> logits;
    while (result.tokens.size() < wanted) {
      read_last(backend, model, *cache, ids, logits);
      const Choice choice = sampler.choose(logits);
      if (std::ranges::find(stop_ids, choice.id) != stop_ids.end()) {
        result.truncated = false;
        break;
      }
      ids.push_back(choice.id);
      result.tokens.push_back({choice.id, choice.probability});
      token(i, result.tokens.back());
    }
  }
  return results;
}

}  // namespace tilescribe::generate

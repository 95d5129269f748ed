// SPDX-License-Identifier: Apache-2.0
#include "inference/generate/generator.h"

#include <algorithm>
#include <string>

#include "inference/generate/loop_guard.h"
#include "kernels/ops/argmax/argmax.h"

namespace tilescribe::generate {
namespace {

using kernels::DType;
using kernels::Tensor;

// A request while it is being continued.
struct Run {
  std::size_t request = 0;
  std::int32_t slot = 0;
  std::int64_t budget = 0;
  std::vector<std::int32_t> ids;
  Sampler sampler;
};

// The next token of each row of logits.
std::vector<Choice> choose(kernels::Backend& backend, const Tensor& logits, std::span<Run* const> runs) {
  const std::int64_t rows = logits.view().shape[0], width = logits.view().shape[1];
  std::vector<Choice> choices(static_cast<std::size_t>(rows));
  if (runs[0]->sampler.greedy()) {
    const Tensor ids = backend.tensor(DType::i32, {rows}), probabilities = backend.tensor(DType::f32, {rows});
    backend.run(kernels::Argmax{.ids = ids, .probabilities = probabilities, .logits = logits});
    std::vector<std::int32_t> best(choices.size());
    std::vector<float> chance(choices.size());
    backend.download(best.data(), ids);
    backend.download(chance.data(), probabilities);
    for (std::size_t i = 0; i < choices.size(); ++i) choices[i] = {best[i], chance[i]};
    return choices;
  }
  std::vector<float> values(static_cast<std::size_t>(rows * width));
  backend.download(values.data(), logits);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    choices[i] = runs[i]->sampler.choose(
        std::span(values).subspan(i * static_cast<std::size_t>(width), static_cast<std::size_t>(width)));
  }
  return choices;
}

}  // namespace

std::vector<Generated> generate(kernels::Backend& backend, const model::Model& model,
                                std::span<const Request> requests, std::span<const int> stop_ids,
                                const SamplingOptions& sampling, const GenerateEvents& events) {
  const std::int64_t context = model.config.decoder.max_positions;
  std::int64_t capacity = 0;
  std::vector<Run> runs;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto prompt = static_cast<std::int64_t>(requests[i].prompt.size());
    if (prompt >= context) {
      throw Error("The prompt has " + std::to_string(prompt) + " tokens, but the model's context holds " +
                  std::to_string(context) + ".");
    }
    const std::int64_t budget = std::min(requests[i].max_new_tokens, context - prompt);
    capacity = std::max(capacity, prompt + budget);
    SamplingOptions own = sampling;
    own.seed += i;
    runs.push_back({i, static_cast<std::int32_t>(i), budget, {}, Sampler(own)});
  }

  std::vector<Generated> results(requests.size());
  model::DecodeState state =
      model.decoder.make_state(backend, static_cast<std::int64_t>(requests.size()), capacity);
  const auto finish = [&](Run& run) {
    if (events.finished) events.finished(run.request, results[run.request]);
  };
  // Takes a run's next token; false when the run is over.
  const auto take = [&](Run& run, const Choice& choice) {
    Generated& result = results[run.request];
    if (std::ranges::find(stop_ids, choice.id) != stop_ids.end()) return false;
    if (run.budget <= 0) {
      result.truncated = true;
      return false;
    }
    run.ids.push_back(choice.id);
    result.tokens.push_back({choice.id, choice.probability});
    if (events.token) events.token(run.request, result.tokens.back());
    if (const Loop loop = find_loop(run.ids); loop.period > 0 && requests[run.request].guard_loops) {
      result.looped = true;
      result.tokens.resize(result.tokens.size() - (loop.repeats - 1) * loop.period);
      return false;
    }
    result.truncated = static_cast<std::int64_t>(run.ids.size()) >= run.budget;
    return !result.truncated;
  };

  std::vector<Run*> active;
  for (Run& run : runs) {
    const Request& request = requests[run.request];
    const Tensor logits = model.decoder.prefill(backend, state, run.slot, request.prompt, request.audio,
                                                model.config.audio_token_id);
    Run* const one[] = {&run};
    if (take(run, choose(backend, logits, one)[0])) {
      active.push_back(&run);
    } else {
      finish(run);
    }
  }
  while (!active.empty()) {
    std::vector<std::int32_t> slots, ids;
    for (const Run* run : active) {
      slots.push_back(run->slot);
      ids.push_back(run->ids.back());
    }
    const Tensor logits = model.decoder.step(backend, state, slots, ids);
    const std::vector<Choice> choices = choose(backend, logits, active);
    std::vector<Run*> still;
    for (std::size_t i = 0; i < active.size(); ++i) {
      if (take(*active[i], choices[i])) {
        still.push_back(active[i]);
      } else {
        finish(*active[i]);
      }
    }
    active = std::move(still);
  }
  return results;
}

}  // namespace tilescribe::generate

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "inference/generate/sampler.h"
#include "inference/generate/step_state.h"
#include "inference/layers/sequence_model.h"

namespace tilescribe::generate {

/// One prompt to continue.
struct Request {
  std::size_t number = 0;            // the caller's, in what comes back
  std::vector<std::int32_t> prompt;  // placeholders included
  std::int64_t embedded_begin = 0;   // the first placeholder
  kernels::Tensor embedded;          // [placeholders, width], f32: rows that stand in their places
  std::int64_t max_new_tokens = 0;   // cut to what the slot leaves
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
  std::function<void(std::size_t number, const GeneratedToken&)> token;
  std::function<void(std::size_t number, const Generated&)> finished;
};

/// What a generator holds at most.
struct GeneratorLimits {
  std::int64_t slots = 1;     // sequences at a time
  std::int64_t capacity = 0;  // tokens of one, prompt included
};

/// Continues prompts together, a token each a step; finished ones leave, new ones join. Greedy unless the
/// sampling says otherwise; ties take the lowest id. A sequence's tokens do not depend on the others. All of
/// it throws Cancelled when the backend's stop token asks for it.
class Generator {
 public:
  Generator(kernels::Backend& backend, const layers::SequenceModel& model, std::span<const int> stop_ids,
            const SamplingOptions& sampling, const GeneratorLimits& limits, GenerateEvents events);

  std::int64_t free_slots() const { return static_cast<std::int64_t>(free_slots_.size()); }
  std::int64_t active() const { return static_cast<std::int64_t>(runs_.size()); }

  /// Reads the prompts, at most free_slots() of them, and takes each one's first token.
  void join(std::span<const Request> requests);

  /// Takes the next token of every active sequence. Does nothing when there is none.
  void advance();

 private:
  struct Run {
    std::size_t number = 0;
    std::int32_t slot = 0;
    std::int64_t position = 0;  // of its next token
    std::int64_t budget = 0;    // tokens it may have in all
    bool guard_loops = true;
    std::vector<std::int32_t> ids;
    Generated result;
    Sampler sampler;
  };
  using RunPointer = std::unique_ptr<Run>;

  std::vector<Choice> choose(const kernels::Tensor& logits, std::span<const RunPointer> runs);
  bool take(Run& run, const Choice& choice);
  void finish(RunPointer run);
  void take_step();
  void arrange();
  void issue();
  bool rows_are_stale() const;

  kernels::Backend& backend_;
  const layers::SequenceModel& model_;
  std::vector<std::int32_t> stop_ids_;
  SamplingOptions sampling_;
  GeneratorLimits limits_;
  GenerateEvents events_;
  kernels::Batching batching_;
  layers::KvCache cache_;
  StepState state_;
  std::vector<std::int32_t> free_slots_;
  std::vector<RunPointer> runs_;  // active, in no order that matters
  std::vector<Run*> rows_;        // what each row of the steps under way is; null: idle
  bool arranged_ = false;         // rows_ and the device agree with runs_
  bool ended_here_ = false;       // a run was ended that the device goes on with
  std::map<std::pair<std::int64_t, std::int64_t>, std::unique_ptr<kernels::Recording>>
      steps_;  // (rows, keys)
};

/// Continues several prompts from beginning to end; results in the requests' order.
std::vector<Generated> generate(kernels::Backend& backend, const layers::SequenceModel& model,
                                std::span<const Request> requests, std::span<const int> stop_ids,
                                const SamplingOptions& sampling, const GenerateEvents& events);

}  // namespace tilescribe::generate

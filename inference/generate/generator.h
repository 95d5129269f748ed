// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "inference/generate/draft.h"
#include "inference/generate/sampler.h"
#include "inference/generate/step_state.h"
#include "inference/layers/sequence_model.h"

namespace tilescribe::generate {

/// One prompt to continue.
struct Request {
  std::size_t number = 0;            // the caller's; it is passed back with the results
  std::uint64_t seed = 0;            // of its draws: it is added to the one of the sampling options
  std::vector<std::int32_t> prompt;  // including placeholders
  std::int64_t said = 0;             // how many tokens at the prompt's end are text that was generated before
  std::int64_t embedded_begin = 0;   // the first placeholder
  kernels::Tensor embedded;          // [placeholders, width], f32: rows that stand in their places
  std::int64_t max_new_tokens = 0;   // limited to what fits the slot
  bool guard_loops = true;           // end a run that repeats itself
  std::vector<std::int32_t> draft;   // the tokens that are expected; they change no result, only the time.
                                     // Sampling does not use them
};

struct GeneratedToken {
  std::int32_t id = 0;
  float probability = 0.0f;
};

struct Generated {
  std::vector<GeneratedToken> tokens;  // without the stop token
  bool looped = false;     // ended by the loop guard; all but one of the repeated phrases are dropped
  bool truncated = false;  // ended by the token budget
  /// What the heads that GenerateEvents::heads named attend to among the embedded rows while each token is
  /// said, [heads, Request::said + tokens, embedded rows].
  std::vector<layers::HeadPlace> heads = {};
  layers::Attended attention = {};
};

/// The most device memory that the attention of sequences takes which are read together; one alone may take
/// more.
inline constexpr std::int64_t attention_bytes = std::int64_t{96} << 20;

struct GenerateEvents {
  std::function<void(std::size_t number, const GeneratedToken&)> token;
  /// Asked when sequences have ended: the heads whose attention is wanted. Their tokens are read once more
  /// then, those of several sequences together, so `finished` may be told a few steps later.
  std::function<std::vector<layers::HeadPlace>()> heads = {};
  std::function<void(std::size_t number, Generated)> finished;
  std::function<void(std::int64_t checked, std::int64_t accepted)> drafted;  // tokens of drafts in one step
};

/// Limits of a generator.
struct GeneratorLimits {
  std::int64_t slots = 1;     // sequences at the same time
  std::int64_t capacity = 0;  // tokens of one sequence, including its prompt
};

/// Continues several prompts together, one token per sequence and step. Finished sequences leave, new ones
/// join. Greedy unless the sampling options say otherwise; the lowest id wins ties. A sequence's tokens do
/// not depend on the others. While a draft is right, one step takes several tokens: each expected token has a
/// row, and those up to the first wrong one stand (speculative decoding, Leviathan et al. 2023). Every method
/// throws Cancelled when the backend's stop token requests it.
class Generator {
 public:
  Generator(kernels::Backend& backend, const layers::SequenceModel& model, std::span<const int> stop_ids,
            const SamplingOptions& sampling, const GeneratorLimits& limits, GenerateEvents events);

  std::int64_t free_slots() const { return static_cast<std::int64_t>(free_slots_.size()); }
  std::int64_t active() const { return static_cast<std::int64_t>(runs_.size()); }

  /// Reads the prompts, at most free_slots() of them, and takes the first token of each.
  void join(std::span<const Request> requests);

  /// Takes the next token of every active sequence, or more where a draft is right. Does nothing if there are
  /// none.
  void advance();

 private:
  struct Run {
    std::size_t number = 0;
    std::int32_t slot = 0;
    std::vector<std::int32_t> said;  // after the token before them, which attends for the first
    std::int64_t embedded_begin = 0, embedded_rows = 0;
    std::int64_t position = 0;  // of its next token
    std::int64_t budget = 0;    // tokens that it may have in total
    bool guard_loops = true;
    std::vector<std::int32_t> ids;
    Generated result;
    Sampler sampler;
    Draft draft;
    std::int64_t tokens_left() const { return budget - static_cast<std::int64_t>(ids.size()); }
  };
  using RunPointer = std::unique_ptr<Run>;
  // Steps over one state. What was recorded is kept by rows and keys.
  struct Steps {
    StepState state;
    std::map<std::pair<std::int64_t, std::int64_t>, std::unique_ptr<kernels::Recording>> recorded = {};
  };

  std::vector<Choice> choose(const kernels::Tensor& logits, std::span<const RunPointer> runs);
  bool take(Run& run, const Choice& choice);
  std::size_t read_together(std::size_t heads) const;
  void attend(std::span<const RunPointer> runs, const std::vector<layers::HeadPlace>& heads);
  void finish(RunPointer run);
  void give(RunPointer run);
  void give_ended();
  void take_all(std::vector<RunPointer> runs, const std::vector<Choice>& choices);
  Draft known_tokens(const std::vector<std::int32_t>& draft) const;
  static bool expects(const RunPointer& run);
  bool steps_are_queued() const { return steps_.state.taken() < steps_.state.issued(); }
  void take_next();
  void take_step();
  void take_queued();
  void arrange();
  void issue();
  void issue(Steps& steps, std::int64_t keys, bool shared_slots);
  std::int64_t keys_for(std::int64_t position) const;
  bool rows_are_stale() const;
  void check_drafts(std::int64_t drafts);

  kernels::Backend& backend_;
  const layers::SequenceModel& model_;
  std::vector<std::int32_t> stop_ids_;
  SamplingOptions sampling_;
  GeneratorLimits limits_;
  GenerateEvents events_;
  kernels::Batching batching_;
  layers::KvCache cache_;
  Steps steps_;
  std::optional<Steps> checks_;  // of drafts, once there is one
  std::vector<std::int32_t> free_slots_;
  std::vector<RunPointer> runs_;   // active, in any order
  std::vector<RunPointer> ended_;  // their attention is wanted, and they still have their slots
  std::vector<Run*> rows_;         // the run of each row in the steps under way; null: idle
  bool arranged_ = false;          // rows_ and the device agree with runs_
  bool ended_here_ = false;        // a run ended here that the device still continues
};

/// Continues several prompts to their end. Returns the results in the order of the requests.
std::vector<Generated> generate(kernels::Backend& backend, const layers::SequenceModel& model,
                                std::span<const Request> requests, std::span<const int> stop_ids,
                                const SamplingOptions& sampling, const GenerateEvents& events);

}  // namespace tilescribe::generate

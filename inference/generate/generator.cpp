// SPDX-License-Identifier: Apache-2.0
#include "inference/generate/generator.h"

#include <algorithm>
#include <bit>

#include "inference/generate/loop_guard.h"
#include "kernels/backend/scope.h"
#include "kernels/core/error.h"

namespace tilescribe::generate {
namespace {

using kernels::DType;
using kernels::Tensor;

// Contexts for which a step is recorded. There are only a few, so a long run seldom records.
constexpr std::int64_t least_keys = 512;
constexpr std::ptrdiff_t most_ended = 8;  // whose attention is read at once

std::int64_t rows_of(const Tensor& embedded) {
  return embedded.view().empty() ? 0 : embedded.view().shape[0];
}

std::int64_t bucket(std::int64_t value, std::int64_t least) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max(value, least))));
}

}  // namespace

Generator::Generator(kernels::Backend& backend, const layers::SequenceModel& model,
                     std::span<const int> stop_ids, const SamplingOptions& sampling,
                     const GeneratorLimits& limits, GenerateEvents events)
    : backend_(backend),
      model_(model),
      stop_ids_(stop_ids.begin(), stop_ids.end()),
      sampling_(sampling),
      limits_(limits),
      events_(std::move(events)),
      batching_(backend.batching()),
      cache_(model.make_cache(backend, limits.slots, limits.capacity)),
      steps_{StepState(backend, bucket(limits.slots, 1), stop_ids_, 2 * batching_.steps_ahead)} {
  for (std::int64_t slot = limits.slots; slot > 0; --slot) {
    free_slots_.push_back(static_cast<std::int32_t>(slot - 1));
  }
}

// The next token of each row of logits.
std::vector<Choice> Generator::choose(const Tensor& logits, std::span<const RunPointer> runs) {
  const std::int64_t rows = static_cast<std::int64_t>(runs.size()), width = logits.view().shape[1];
  std::vector<Choice> choices(runs.size());
  if (runs[0]->sampler.greedy()) {
    const Tensor ids = backend_.tensor(DType::i32, {rows}),
                 probabilities = backend_.tensor(DType::f32, {rows});
    backend_.run(kernels::Argmax{.ids = ids, .probabilities = probabilities, .logits = logits});
    std::vector<std::int32_t> best(choices.size());
    std::vector<float> chance(choices.size());
    backend_.download(best.data(), ids);
    backend_.download(chance.data(), probabilities);
    for (std::size_t i = 0; i < choices.size(); ++i) choices[i] = {best[i], chance[i]};
    return choices;
  }
  std::vector<float> values(static_cast<std::size_t>(rows * width));
  backend_.download(values.data(), logits.view().rows(0, rows));
  for (std::size_t i = 0; i < choices.size(); ++i) {
    choices[i] = runs[i]->sampler.choose(
        std::span(values).subspan(i * static_cast<std::size_t>(width), static_cast<std::size_t>(width)));
  }
  return choices;
}

// The draft up to its first token that the model does not have.
Draft Generator::known_tokens(const std::vector<std::int32_t>& draft) const {
  const auto unknown = std::ranges::find_if(
      draft, [this](std::int32_t id) { return id < 0 || id >= model_.embedding->out(); });
  return Draft({draft.begin(), unknown});
}

// Whether the run's draft says what comes next.
bool Generator::expects(const RunPointer& run) {
  return run->draft.expects() && run->tokens_left() > 1;
}

// Takes a run's next token; false when the run is over.
bool Generator::take(Run& run, const Choice& choice) {
  if (std::ranges::find(stop_ids_, choice.id) != stop_ids_.end()) return false;
  if (run.budget <= 0) {
    run.result.truncated = true;
    return false;
  }
  run.ids.push_back(choice.id);
  run.draft.follow(run.ids);
  ++run.position;
  run.result.tokens.push_back({choice.id, choice.probability});
  if (events_.token) events_.token(run.number, run.result.tokens.back());
  if (const Loop loop = run.guard_loops ? find_loop(run.ids) : Loop{}; loop.period > 0) {
    run.result.looped = true;
    run.result.tokens.resize(run.result.tokens.size() - (loop.repeats - 1) * loop.period);
    return false;
  }
  run.result.truncated = static_cast<std::int64_t>(run.ids.size()) >= run.budget;
  return !run.result.truncated;
}

void Generator::finish(RunPointer run) {
  if (events_.heads) {
    ended_.push_back(std::move(run));
    return;
  }
  give(std::move(run));
}

// How many of the runs that ended are read at once, so that it takes no more memory than a prompt.
std::size_t Generator::read_together(std::size_t heads) const {
  std::int64_t rows = 0, bytes = 0;
  std::size_t count = 0;
  for (; count < ended_.size(); ++count) {
    const Run& run = *ended_[count];
    const auto more = std::ssize(run.said) - 1 + std::ssize(run.result.tokens);
    rows += more;
    bytes += static_cast<std::int64_t>(heads * sizeof(float)) * more * run.embedded_rows;
    if (count > 0 && (rows > batching_.prefill_rows || bytes > attention_bytes)) break;
  }
  return count;
}

// What is heard while each token is said. A row attends for the token that follows it.
void Generator::attend(std::span<const RunPointer> runs, const std::vector<layers::HeadPlace>& heads) {
  std::vector<std::vector<std::int32_t>> ids(runs.size());
  std::vector<layers::Reading> readings;
  std::vector<Run*> read;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Run& run = *runs[i];
    ids[i] = run.said;
    for (const GeneratedToken& token : run.result.tokens) ids[i].push_back(token.id);
    ids[i].pop_back();
    if (heads.empty() || ids[i].empty()) continue;
    readings.push_back({.slot = run.slot,
                        .position = run.position - std::ssize(run.ids) - std::ssize(run.said) + 1,
                        .ids = ids[i],
                        .keys_begin = run.embedded_begin,
                        .keys = run.embedded_rows});
    read.push_back(&run);
  }
  if (read.empty()) return;
  const kernels::Scope stage(backend_,
                             {.stage = "word times", .windows = static_cast<std::int32_t>(read.size())});
  std::vector<layers::Attended> found = model_.attention(backend_, cache_, readings, heads);
  for (std::size_t i = 0; i < read.size(); ++i) {
    read[i]->result.heads = heads;
    read[i]->result.attention = std::move(found[i]);
  }
}

// Runs whose attention is wanted wait for each other: reading a few takes hardly longer than reading one.
void Generator::give_ended() {
  if (std::ssize(ended_) < most_ended && !runs_.empty()) return;
  while (!ended_.empty()) {
    const std::vector<layers::HeadPlace> heads = events_.heads();
    const std::size_t count = read_together(heads.size());
    attend(std::span(ended_).first(count), heads);
    for (std::size_t i = 0; i < count; ++i) give(std::move(ended_[i]));
    ended_.erase(ended_.begin(), ended_.begin() + static_cast<std::ptrdiff_t>(count));
  }
}

void Generator::give(RunPointer run) {
  free_slots_.push_back(run->slot);
  if (events_.finished) events_.finished(run->number, std::move(run->result));
}

// Takes the next token of each run, and keeps the runs that go on.
void Generator::take_all(std::vector<RunPointer> runs, const std::vector<Choice>& choices) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (take(*runs[i], choices[i])) {
      runs_.push_back(std::move(runs[i]));
    } else {
      finish(std::move(runs[i]));
    }
  }
}

void Generator::join(std::span<const Request> requests) {
  if (requests.empty()) return;
  take_queued();

  std::vector<RunPointer> fresh;
  std::vector<layers::Prompt> prompts;
  for (const Request& request : requests) {
    const std::int64_t length = std::ssize(request.prompt);
    if (length >= limits_.capacity) {
      throw Error("The prompt has {1} tokens, but the model's context holds {2}.", length, limits_.capacity);
    }
    if (free_slots_.empty()) throw Error("More prompts were given than the generator has slots.");
    SamplingOptions own = sampling_;
    own.seed += request.seed;
    fresh.push_back(
        std::make_unique<Run>(Run{.number = request.number,
                                  .slot = free_slots_.back(),
                                  .said = {request.prompt.end() - request.said - 1, request.prompt.end()},
                                  .embedded_begin = request.embedded_begin,
                                  .embedded_rows = rows_of(request.embedded),
                                  .position = length - 1,
                                  .budget = std::min(request.max_new_tokens, limits_.capacity - length),
                                  .guard_loops = request.guard_loops,
                                  .ids = {},
                                  .result = {},
                                  .sampler = Sampler(own),
                                  .draft = known_tokens(request.draft)}));
    free_slots_.pop_back();
    prompts.push_back({fresh.back()->slot, request.prompt, request.embedded_begin, request.embedded});
  }
  const kernels::Scope stage(backend_,
                             {.stage = "prefill", .windows = static_cast<std::int32_t>(prompts.size())});
  const Tensor logits = model_.prefill(backend_, cache_, prompts);
  const std::vector<Choice> choices = choose(logits, fresh);
  take_all(std::move(fresh), choices);
  give_ended();
}

// Gives every active sequence a row in the next steps.
void Generator::arrange() {
  const auto active = static_cast<std::int64_t>(runs_.size());
  std::vector<StepRow> rows(static_cast<std::size_t>(batching_.recorded_steps ? bucket(active, 1) : active));
  rows_.assign(rows.size(), nullptr);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    Run& run = *runs_[i];
    rows_[i] = &run;
    rows[i] = {run.ids.back(), run.slot, static_cast<std::int32_t>(run.position),
               static_cast<std::int32_t>(run.tokens_left())};
  }
  const kernels::Scope stage(backend_, {.stage = "decode", .windows = static_cast<std::int32_t>(active)});
  steps_.state.set(rows);
  arranged_ = true;
  ended_here_ = false;
}

// Whether so many rows are idle that the steps should become smaller.
bool Generator::rows_are_stale() const {
  const auto active = static_cast<std::int64_t>(runs_.size()), rows = static_cast<std::int64_t>(rows_.size());
  return active < rows && (!batching_.recorded_steps || bucket(active, 1) < rows);
}

// The context for which a step is recorded whose last row is at `position`.
std::int64_t Generator::keys_for(std::int64_t position) const {
  return std::min(bucket(position + 1, least_keys), limits_.capacity);
}

void Generator::issue() {
  std::int64_t longest = 0;
  for (const RunPointer& run : runs_) longest = std::max(longest, run->position);
  issue(steps_, keys_for(longest + steps_.state.issued() - steps_.state.taken()), false);
}

void Generator::issue(Steps& steps, std::int64_t keys, bool shared_slots) {
  const std::int64_t rows = steps.state.rows();
  std::unique_ptr<kernels::Recording>& step = steps.recorded[{rows, keys}];
  const std::int32_t number = steps_.state.issued() + (checks_ ? checks_->state.issued() : 0);
  const kernels::Scope stage(
      backend_, {.stage = "decode", .step = number, .windows = static_cast<std::int32_t>(runs_.size())});
  if (step) {
    backend_.hooks().give_way();
    step->replay();
  } else {
    step = backend_.record([this, &state = steps.state, rows, keys, shared_slots] {
      const Tensor logits =
          model_.step(backend_, cache_, state.ids(rows), state.places(rows, keys, shared_slots));
      backend_.run(state.finish(rows, logits));
    });
  }
  steps.state.count_issued();
}

// Takes each row's token from one step.
void Generator::take_step() {
  const std::vector<Choice> choices = steps_.state.take();
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (rows_[row] == nullptr || take(*rows_[row], choices[row])) continue;
    const auto over = std::ranges::find(runs_, rows_[row], [](const RunPointer& run) { return run.get(); });
    RunPointer run = std::move(*over);
    runs_.erase(over);
    rows_[row] = nullptr;
    // The device also ends a row at a stop token or a spent budget, but not for the loop guard.
    ended_here_ = ended_here_ || run->result.looped;
    finish(std::move(run));
  }
  if (runs_.empty()) steps_.state.skip_issued();
}

// Takes the steps that are under way. The next ones may have other rows.
void Generator::take_queued() {
  while (!runs_.empty() && steps_are_queued()) take_step();
  arranged_ = false;
}

// One step for what the drafts expect. A run has a row for its next token and one for each expected token
// after it. A row is as good as a plain step's if the tokens before it are right. Keys and values of wrong
// tokens stay in the cache behind the run's position: later rows replace them before anything reads them.
void Generator::check_drafts(std::int64_t drafts) {
  const std::int64_t share = (batching_.draft_rows - active()) / drafts;
  std::vector<StepRow> rows;
  std::vector<std::size_t> ends;  // of each run's rows
  std::int64_t longest = 0;
  for (const RunPointer& run : runs_) {
    auto position = static_cast<std::int32_t>(run->position);
    rows.push_back({run->ids.back(), run->slot, position, 1});
    const auto most = static_cast<std::size_t>(std::min(share, run->tokens_left() - 1));
    for (const std::int32_t id : run->draft.next(most)) rows.push_back({id, run->slot, ++position, 1});
    ends.push_back(rows.size());
    longest = std::max<std::int64_t>(longest, position);
  }
  if (batching_.recorded_steps) rows.resize(static_cast<std::size_t>(batching_.draft_rows));
  if (!checks_) checks_.emplace(Steps{StepState(backend_, batching_.draft_rows, {}, 1)});
  {
    const kernels::Scope stage(backend_,
                               {.stage = "decode", .windows = static_cast<std::int32_t>(runs_.size())});
    checks_->state.set(rows);
  }
  arranged_ = false;
  issue(*checks_, keys_for(longest), true);
  const std::vector<Choice> choices = checks_->state.take();

  std::size_t row = 0;
  std::int64_t accepted = 0;
  std::vector<RunPointer> runs = std::exchange(runs_, {});
  for (std::size_t i = 0; i < runs.size(); ++i) {
    bool goes_on = take(*runs[i], choices[row]);
    for (; goes_on && row + 1 < ends[i] && rows[row + 1].id == choices[row].id; ++accepted) {
      goes_on = take(*runs[i], choices[++row]);
    }
    row = ends[i];
    if (goes_on) {
      runs_.push_back(std::move(runs[i]));
    } else {
      finish(std::move(runs[i]));
    }
  }
  if (events_.drafted) events_.drafted(static_cast<std::int64_t>(ends.back() - ends.size()), accepted);
}

void Generator::advance() {
  if (runs_.empty()) return;
  take_next();
  give_ended();
}

void Generator::take_next() {
  if (sampling_.temperature > 0.0f) {  // the host chooses, so no step can run ahead
    arrange();
    const kernels::Scope stage(backend_,
                               {.stage = "decode", .windows = static_cast<std::int32_t>(rows_.size())});
    const StepState& state = steps_.state;
    const Tensor logits =
        model_.step(backend_, cache_, state.ids(state.rows()), state.places(state.rows(), limits_.capacity));
    const std::vector<Choice> choices = choose(logits, runs_);
    take_all(std::exchange(runs_, {}), choices);
    return;
  }
  const std::int64_t drafts = std::ranges::count_if(runs_, expects);
  if (drafts > 0 && active() + drafts <= batching_.draft_rows) {
    return steps_are_queued() ? take_queued() : check_drafts(drafts);
  }
  if (!arranged_) arrange();
  while (steps_.state.issued() - steps_.state.taken() < batching_.steps_ahead) issue();
  take_step();
  if (!runs_.empty() && !rows_are_stale() && !ended_here_) return;
  take_queued();
}

std::vector<Generated> generate(kernels::Backend& backend, const layers::SequenceModel& model,
                                std::span<const Request> requests, std::span<const int> stop_ids,
                                const SamplingOptions& sampling, const GenerateEvents& events) {
  std::vector<Generated> results(requests.size());
  std::int64_t capacity = 0;
  std::vector<Request> numbered(requests.begin(), requests.end());
  for (std::size_t i = 0; i < numbered.size(); ++i) {
    numbered[i].number = numbered[i].seed = i;
    capacity = std::max(capacity, static_cast<std::int64_t>(numbered[i].prompt.size()) +
                                      std::max<std::int64_t>(numbered[i].max_new_tokens, 1));
  }
  GenerateEvents own = events;
  own.finished = [&](std::size_t number, const Generated& generated) {
    results[number] = generated;
    if (events.finished) events.finished(number, generated);
  };
  Generator generator(backend, model, stop_ids, sampling,
                      {static_cast<std::int64_t>(requests.size()), std::min(capacity, model.context)},
                      std::move(own));
  generator.join(numbered);
  while (generator.active() > 0) generator.advance();
  return results;
}

}  // namespace tilescribe::generate

// SPDX-License-Identifier: Apache-2.0
#include "inference/measure/bench_batch.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

#include "inference/pipeline/token_budget.h"
#include "kernels/core/error.h"
#include "kernels/ops/argmax/argmax.h"

namespace tilescribe {
namespace {

using kernels::Cost;
using kernels::DType;
using kernels::Tensor;

constexpr double samples_a_second = 16'000.0;

// The same work as speech: no silence, and nothing repeats within a frame.
std::vector<float> sound(double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(std::llround(seconds * samples_a_second)));
  std::uint32_t state = 1;
  for (float& sample : samples) {
    state = state * 1'664'525u + 1'013'904'223u;  // Numerical Recipes' generator
    sample = 0.1f * (static_cast<float>(state >> 8) / static_cast<float>(1u << 23) - 1.0f);
  }
  return samples;
}

void add_bits(std::uint64_t& hash, std::uint32_t bits) {  // FNV-1a
  hash = (hash ^ bits) * 0x100000001b3u;
}

// The same capacity as in a transcription, so steps are recorded for the same contexts.
std::int64_t capacity_for(const model::Model& model, std::size_t prompt, int tokens) {
  const std::int64_t least = static_cast<std::int64_t>(prompt) + tokens;
  const std::int64_t most = model.decoder.context;
  if (least > most) {
    throw Error("A prompt of {1} tokens and {2} more do not fit into the model's context of {3}.", prompt,
                tokens, most);
  }
  return std::max(least, std::min(static_cast<std::int64_t>(prompt) + token_budget(30.0), most));
}

}  // namespace

BenchBatch::BenchBatch(OpenedModel& opened, std::int64_t windows, double seconds, int tokens,
                       const std::stop_token& stop)
    : backend_(*opened.engine.backend),
      model_(opened.model),
      windows_(windows),
      tokens_(tokens),
      samples_(sound(seconds)),
      audio_tokens_(features::audio_tokens(static_cast<std::int64_t>(samples_.size()))),
      prompt_(opened.text.prompt(audio_tokens_, {})),
      capacity_(capacity_for(model_, prompt_.ids.size(), tokens)),
      mel_(backend_, model_.config.encoder.mel_bins),
      generator_(backend_, model_.decoder, {}, {}, {windows, capacity_},
                 {.token =
                      [this](std::size_t, const generate::GeneratedToken& token) {
                        add_bits(bits_, static_cast<std::uint32_t>(token.id));
                        add_bits(bits_, std::bit_cast<std::uint32_t>(token.probability));
                      },
                  .finished = {},
                  .drafted = {}}),
      stop_(stop) {}

std::vector<BenchBatch::Group> BenchBatch::groups() const {
  const std::int64_t most = backend_.batching().encoder_windows;
  std::vector<Group> list;
  for (std::int64_t first = 0; first < windows_; first += most)
    list.emplace_back().windows = std::min(most, windows_ - first);
  return list;
}

void BenchBatch::compute_features(Group& group) {
  constexpr std::int64_t rows = features::window_frames + 2;
  const std::int64_t mels = model_.config.encoder.mel_bins;
  group.features = backend_.tensor(model_.encoder.activation(backend_), {group.windows * rows, mels});
  for (std::int64_t w = 0; w < group.windows; ++w)
    mel_.log_mel(samples_, group.features.view().rows(w * rows, rows));
}

// A single window needs only its own rows, as in a transcription.
void BenchBatch::project(Group& group) {
  const std::int64_t frames =
      group.windows == 1 ? audio_tokens_ * weights::merged_frames : group.encoded.view().shape[0];
  group.audio = model_.projector(backend_, group.encoded.view().rows(0, frames));
}

void BenchBatch::embed(Group& group) {
  compute_features(group);
  encode(group);
  project(group);
  group.features = group.encoded = Tensor();
}

// Reads the prompts and takes the first tokens.
void BenchBatch::join(const std::vector<Group>& groups, int tokens) {
  std::vector<generate::Request> requests;
  for (const Group& group : groups) {
    for (std::int64_t w = 0; w < group.windows; ++w) {
      generate::Request& request = requests.emplace_back();
      request.number = requests.size() - 1;
      request.prompt = prompt_.ids;
      request.embedded_begin = prompt_.audio_begin;
      request.embedded = group.audio.rows(w * features::window_tokens, audio_tokens_);
      request.max_new_tokens = tokens;
      request.guard_loops = false;
    }
  }
  generator_.join(requests);
}

void BenchBatch::finish() {
  while (generator_.active() > 0) generator_.advance();
}

// Time until the host has what `work` waits for. Steps queued after the last token do not count.
template <class Work>
double BenchBatch::until_tokens_ms(Work work) {
  using Clock = std::chrono::steady_clock;
  if (stop_.stop_requested()) throw Cancelled();
  backend_.synchronize();
  const Clock::time_point begin = Clock::now();
  work();
  const double took_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  backend_.synchronize();
  return took_ms;
}

double BenchBatch::whole_ms() {
  return until_tokens_ms([&] {
    std::vector<Group> parts = groups();
    for (Group& group : parts) embed(group);
    join(parts, tokens_);
    finish();
  });
}

std::uint64_t BenchBatch::result_bits() {
  bits_ = 0xcbf29ce484222325u;
  std::vector<Group> parts = groups();
  for (Group& group : parts) {
    embed(group);
    for (const float value : backend_.floats(group.audio.view()))
      add_bits(bits_, std::bit_cast<std::uint32_t>(value));
  }
  join(parts, tokens_);
  finish();
  backend_.synchronize();
  return bits_;
}

double BenchBatch::first_token_ms() {
  return until_tokens_ms([&] {
    std::vector<Group> parts = groups();
    for (Group& group : parts) embed(group);
    join(parts, 1);
  });
}

void BenchBatch::run_stages(Stages& stages) {
  run_apart(stages);
  stages.whole.push_back(whole_ms());
}

void BenchBatch::run_apart(Stages& stages) {
  std::vector<Group> parts = groups();
  const auto time = [&](auto work) {
    if (stop_.stop_requested()) throw Cancelled();
    return backend_.time_ms([&] {
      for (Group& group : parts) work(group);
    });
  };
  stages.features.push_back(time([&](Group& group) { compute_features(group); }));
  stages.encoder.push_back(time([&](Group& group) { encode(group); }));
  stages.projector.push_back(time([&](Group& group) { project(group); }));
  stages.prefill.push_back(until_tokens_ms([&] { join(parts, tokens_); }));
  const double decoding = until_tokens_ms([&] { finish(); });
  if (steps() > 0) stages.decode.push_back(decoding / steps());
}

template <class Work>
Cost BenchBatch::cost_of(Work work) {
  Cost sum;
  const auto add = [&sum](const kernels::OpLabel& label) {
    if (label.is_models_op()) sum = sum + label.cost;
  };
  const kernels::CallHook adding(backend_.hooks(), {.op_begins = add});
  work();
  backend_.synchronize();
  return sum;
}

// Of a step in the middle of the text, for any recorded context. All rows share one slot: only sizes matter.
Cost BenchBatch::step_cost() {
  const layers::KvCache cache = model_.decoder.make_cache(backend_, 1, capacity_);
  const Tensor ids = backend_.tensor(DType::i32, {windows_}), slots = backend_.tensor(DType::i32, {windows_}),
               positions = backend_.tensor(DType::i32, {windows_});
  const std::int64_t position = static_cast<std::int64_t>(prompt_.ids.size()) + steps() / 2;
  const std::vector<std::int32_t> places(static_cast<std::size_t>(windows_),
                                         static_cast<std::int32_t>(position));
  backend_.fill_zero(ids);
  backend_.fill_zero(slots);
  backend_.upload(positions, places.data());
  const Cost step = cost_of([&] {
    model_.decoder.step(backend_, cache, ids, {slots, positions, position + 1});
  });
  return step + cost(kernels::ArgmaxStop::Problem{windows_, model_.decoder.vocabulary(), 0});
}

BenchBatch::Costs BenchBatch::costs() {
  Costs costs;
  std::vector<Group> parts = groups();
  for (Group& group : parts) {
    costs.features = costs.features + cost_of([&] { compute_features(group); });
    costs.encoder = costs.encoder + cost_of([&] { encode(group); });
    costs.projector = costs.projector + cost_of([&] { project(group); });
  }
  costs.prefill = cost_of([&] { join(parts, tokens_); });
  finish();
  if (steps() > 0) costs.step = step_cost();
  return costs;
}

}  // namespace tilescribe

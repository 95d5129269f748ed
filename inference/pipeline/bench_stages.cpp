// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "inference/features/mel_window.h"
#include "inference/generate/generator.h"
#include "inference/pipeline/bench_rates.h"
#include "inference/pipeline/opened_model.h"
#include "kernels/core/error.h"
#include "kernels/ops/argmax/argmax.h"

namespace tilescribe {
namespace {

using kernels::Cost;
using kernels::DType;
using kernels::Tensor;

constexpr double window_s = 30.0;
constexpr double clip_s = 3.5;
constexpr int clip_tokens = 13;
constexpr double samples_a_second = 16'000.0;
constexpr std::int64_t room_behind_prompt = 482;  // tokens that a window's slot has room for, at least

// Something like speech as far as work goes: no silence, nothing that repeats within a frame.
std::vector<float> sound(double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(std::llround(seconds * samples_a_second)));
  std::uint32_t state = 1;
  for (float& sample : samples) {
    state = state * 1'664'525u + 1'013'904'223u;  // Numerical Recipes' generator
    sample = 0.1f * (static_cast<float>(state >> 8) / static_cast<float>(1u << 23) - 1.0f);
  }
  return samples;
}

// What one kind of measurement gave, run by run.
using Times = std::vector<double>;

// A batch of equal windows, run stage by stage and whole, as a transcription runs them.
class Batch {
 public:
  Batch(OpenedModel& opened, std::int64_t windows, double seconds, int tokens, const std::stop_token& stop);

  struct Stages {
    Times features, encoder, projector, prefill, decode, whole;
  };
  // Times each stage with the device at rest between them, then all of it without.
  void run_stages(Stages& stages);
  double whole_ms();
  double first_token_ms();

  // Of all windows: features, encoder, projector, prefill; of one decode step.
  struct Costs {
    Cost features, encoder, projector, prefill, step;
    Cost whole(int steps) const {
      Cost sum = features + encoder + projector + prefill;
      for (int i = 0; i < steps; ++i) sum = sum + step;
      return sum;
    }
  };
  Costs costs();
  int steps() const { return tokens_ - 1; }

 private:
  // The windows of one run of the encoder: their number, and their tensors as far as they are computed.
  struct Group {
    std::int64_t windows = 0;
    Tensor features, encoded, audio;
  };
  std::vector<Group> groups() const;
  void compute_features(Group& group);
  void encode(Group& group) { group.encoded = model_.encoder(backend_, group.features, group.windows); }
  void project(Group& group);
  void embed(Group& group);
  void join(const std::vector<Group>& groups, int tokens);
  void finish();
  template <class Work>
  double until_tokens_ms(Work work);
  template <class Work>
  Cost cost_of(Work work);
  Cost step_cost();

  OpenedModel& opened_;
  kernels::Backend& backend_;
  const model::Model& model_;
  std::int64_t windows_;
  int tokens_;
  std::vector<float> samples_;
  std::int64_t audio_tokens_;
  std::vector<std::int32_t> prompt_;
  std::int64_t capacity_;
  generate::Generator generator_;
  std::stop_token stop_;
};

// Room as a transcription gives it, so that its steps are recorded for the same contexts.
std::int64_t capacity_for(const model::Model& model, std::size_t prompt, int tokens) {
  const std::int64_t least = static_cast<std::int64_t>(prompt) + tokens;
  const std::int64_t most = model.config.decoder.max_positions;
  if (least > most) {
    throw Error("A prompt of " + std::to_string(prompt) + " tokens and " + std::to_string(tokens) +
                " more do not fit into the model's context of " + std::to_string(most) + ".");
  }
  return std::max(least, std::min(static_cast<std::int64_t>(prompt) + room_behind_prompt, most));
}

Batch::Batch(OpenedModel& opened, std::int64_t windows, double seconds, int tokens,
             const std::stop_token& stop)
    : opened_(opened),
      backend_(*opened.engine.backend),
      model_(opened.model),
      windows_(windows),
      tokens_(tokens),
      samples_(sound(seconds)),
      audio_tokens_(features::audio_tokens(static_cast<std::int64_t>(samples_.size()))),
      prompt_(opened.text.prompt(audio_tokens_, {})),
      capacity_(capacity_for(model_, prompt_.size(), tokens)),
      generator_(backend_, model_, {}, {}, {windows, capacity_}, {}),
      stop_(stop) {}

std::vector<Batch::Group> Batch::groups() const {
  const std::int64_t most = backend_.batching().encoder_windows;
  std::vector<Group> list;
  for (std::int64_t first = 0; first < windows_; first += most)
    list.emplace_back().windows = std::min(most, windows_ - first);
  return list;
}

void Batch::compute_features(Group& group) {
  constexpr std::int64_t rows = features::window_frames + 2;
  const std::int64_t mels = model_.config.encoder.mel_bins;
  group.features = backend_.activations({group.windows * rows, mels});
  for (std::int64_t w = 0; w < group.windows; ++w) {
    features::MelWindow mel(backend_, mels);
    mel.append(samples_);
    mel.log_mel(group.features.view().rows(w * rows, rows));
  }
}

// One window alone needs only its own rows, as in a transcription.
void Batch::project(Group& group) {
  const std::int64_t frames =
      group.windows == 1 ? audio_tokens_ * weights::merged_frames : group.encoded.view().shape[0];
  group.audio = model_.projector(backend_, group.encoded.view().rows(0, frames));
}

void Batch::embed(Group& group) {
  compute_features(group);
  encode(group);
  project(group);
  group.features = group.encoded = Tensor();
}

// Reads the prompts and takes their first tokens.
void Batch::join(const std::vector<Group>& groups, int tokens) {
  std::vector<generate::Request> requests;
  for (const Group& group : groups) {
    for (std::int64_t w = 0; w < group.windows; ++w) {
      generate::Request& request = requests.emplace_back();
      request.number = requests.size() - 1;
      request.prompt = prompt_;
      request.audio = group.audio.rows(w * features::window_tokens, audio_tokens_);
      request.max_new_tokens = tokens;
      request.guard_loops = false;
    }
  }
  generator_.join(std::move(requests));
}

void Batch::finish() {
  while (generator_.active() > 0) generator_.advance();
}

// Until the host has what `work` waits for. What the generator queued beyond the last token is left out.
template <class Work>
double Batch::until_tokens_ms(Work work) {
  using Clock = std::chrono::steady_clock;
  if (stop_.stop_requested()) throw Cancelled();
  backend_.synchronize();
  const Clock::time_point begin = Clock::now();
  work();
  const double took_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  backend_.synchronize();
  return took_ms;
}

double Batch::whole_ms() {
  return until_tokens_ms([&] {
    std::vector<Group> parts = groups();
    for (Group& group : parts) embed(group);
    join(parts, tokens_);
    finish();
  });
}

double Batch::first_token_ms() {
  return until_tokens_ms([&] {
    std::vector<Group> parts = groups();
    for (Group& group : parts) embed(group);
    join(parts, 1);
  });
}

void Batch::run_stages(Stages& stages) {
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
  parts.clear();
  stages.whole.push_back(whole_ms());
}

template <class Work>
Cost Batch::cost_of(Work work) {
  Cost sum;
  backend_.set_cost_sink([&sum](std::string_view, const Cost& cost) { sum = sum + cost; });
  work();
  backend_.synchronize();
  backend_.set_cost_sink({});
  return sum;
}

// Of a step in the middle of the text, whatever context it is recorded for. All rows share one slot here:
// only the sizes count.
Cost Batch::step_cost() {
  const model::KvCache cache = model_.decoder.make_cache(backend_, 1, capacity_);
  const Tensor ids = backend_.tensor(DType::i32, {windows_}), slots = backend_.tensor(DType::i32, {windows_}),
               positions = backend_.tensor(DType::i32, {windows_});
  const std::int64_t position = static_cast<std::int64_t>(prompt_.size()) + steps() / 2;
  const std::vector<std::int32_t> places(static_cast<std::size_t>(windows_),
                                         static_cast<std::int32_t>(position));
  backend_.fill_zero(ids);
  backend_.fill_zero(slots);
  backend_.upload(positions, places.data());
  const Cost step = cost_of([&] {
    model_.decoder.step(backend_, cache, {ids, slots, positions, position + 1});
  });
  return step + cost(kernels::ArgmaxStop::Problem{windows_, model_.config.decoder.vocab, 0});
}

Batch::Costs Batch::costs() {
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

// Gives the rows of one batch.
class Report {
 public:
  Report(int windows, double seconds, double whole_ms, const BenchSetting& setting,
         const std::function<void(const StageRow&)>& give)
      : windows_(windows), seconds_(seconds), whole_ms_(whole_ms), setting_(setting), give_(give) {}

  // `count`: how often it is part of the whole.
  void row(const std::string& stage, Times times, const Cost& cost, int count = 1) const {
    if (times.empty()) return;
    StageRow row;
    row.stage = stage;
    row.windows = windows_;
    row.time = bench_time(std::move(times));
    row.rates = bench_rates(cost, row.time.ms, setting_);
    const double together_ms = row.time.ms * count;
    if (together_ms > 0.0) {
      row.percent = 100.0 * together_ms / whole_ms_;
      row.times_real_time = 1000.0 * windows_ * seconds_ / together_ms;
    }
    give_(row);
  }

 private:
  int windows_;
  double seconds_, whole_ms_;
  const BenchSetting& setting_;
  const std::function<void(const StageRow&)>& give_;
};

template <class Measure>
Times repeated(int runs, Measure measure) {
  Times times;
  for (int i = 0; i < runs; ++i) times.push_back(measure());
  return times;
}

void bench_batch(OpenedModel& opened, int windows, const StagesOptions& options, const BenchSetting& setting,
                 const std::function<void(const StageRow&)>& row, const std::stop_token& stop) {
  // The first token comes with the prompt, the others a step each.
  Batch batch(opened, windows, window_s, options.tokens + 1, stop);
  const Batch::Costs costs = batch.costs();  // and what a first run sets up
  Batch::Stages stages;
  for (int i = 0; i < options.runs; ++i) batch.run_stages(stages);

  const Report report(windows, window_s, bench_time(stages.whole).ms, setting, row);
  report.row("features", stages.features, costs.features);
  report.row("encoder", stages.encoder, costs.encoder);
  report.row("projector", stages.projector, costs.projector);
  report.row("prefill", stages.prefill, costs.prefill);
  report.row("decode_step", stages.decode, costs.step, batch.steps());
  report.row("whole", stages.whole, costs.whole(batch.steps()));
  if (windows == 1) {
    report.row("first_token", repeated(options.runs, [&] { return batch.first_token_ms(); }), costs.whole(0));
  }
}

void bench_clip(OpenedModel& opened, int runs, const BenchSetting& setting,
                const std::function<void(const StageRow&)>& row, const std::stop_token& stop) {
  Batch clip(opened, 1, clip_s, clip_tokens, stop);
  const Cost cost = clip.costs().whole(clip.steps());
  const Times times = repeated(runs, [&] { return clip.whole_ms(); });
  Report(1, clip_s, bench_time(times).ms, setting, row).row("clip_3.5s_13_tokens", times, cost);
}

}  // namespace

void bench_stages(const StagesOptions& options, const std::function<void(const BenchSetting&)>& setting,
                  const std::function<void(const StageRow&)>& row, const std::stop_token& stop) {
  OpenedModel opened = open_model(options.engine, stop);
  const BenchSetting measured = bench_setting(opened.engine, opened.info.name);
  setting(measured);
  std::vector<int> batches = options.windows;
  if (batches.empty()) {
    const kernels::Batching likes = opened.engine.backend->batching();
    batches = {1, static_cast<int>(likes.encoder_windows), static_cast<int>(likes.decode_rows)};
    std::ranges::sort(batches);
    batches.erase(std::ranges::unique(batches).begin(), batches.end());
  }
  for (const int windows : batches) {
    bench_batch(opened, windows, options, measured, row, stop);
    if (windows == 1) bench_clip(opened, options.runs, measured, row, stop);
  }
}

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#include "inference/measure/bench_stages.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inference/measure/bench_batch.h"
#include "inference/measure/bench_rates.h"
#include "inference/pipeline/several_models.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using kernels::Cost;

constexpr double clip_s = 3.5;
constexpr int clip_tokens = 13;

// The results of one kind of measurement, one per run.
using Times = std::vector<double>;

// Delivers the rows of one batch.
class Report {
 public:
  Report(int windows, double seconds, double whole_ms, const BenchSetting& setting,
         const std::function<void(const StageRow&)>& give)
      : windows_(windows), seconds_(seconds), whole_ms_(whole_ms), setting_(setting), give_(give) {}

  // `count`: how many times the whole includes it.
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
  // The first token comes with the prompt; each other token takes a step.
  BenchBatch batch(opened, windows, window_s, options.tokens + 1, stop);
  const BenchBatch::Costs costs = batch.costs();  // also does the set-up work of a first run
  BenchBatch::Stages stages;
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
  BenchBatch clip(opened, 1, clip_s, clip_tokens, stop);
  const Cost cost = clip.costs().whole(clip.steps());
  const Times times = repeated(runs, [&] { return clip.whole_ms(); });
  Report(1, clip_s, bench_time(times).ms, setting, row).row("clip_3.5s_13_tokens", times, cost);
}

// The limits of all devices together.
BenchCeilings sum_of(BenchCeilings a, const BenchCeilings& b) {
  using Limit = std::optional<double> BenchCeilings::*;
  for (const Limit limit :
       {&BenchCeilings::read_gb_s, &BenchCeilings::copy_gb_s, &BenchCeilings::f32_tflop_s,
        &BenchCeilings::tf32_tflop_s, &BenchCeilings::bf16_tflop_s, &BenchCeilings::fp8_tflop_s}) {
    if (a.*limit && b.*limit) a.*limit = *(a.*limit) + *(b.*limit);
  }
  return a;
}

BenchSetting setting_of(const std::vector<OpenedModel>& models) {
  BenchSetting together = bench_setting(models.front().engine, models.front().info.name);
  std::vector<const EngineInfo*> engines;
  for (const OpenedModel& opened : models) engines.push_back(&opened.engine.info);
  together.engine = joined_engine(engines).summary();
  for (std::size_t i = 1; i < models.size(); ++i)
    together.ceilings =
        sum_of(together.ceilings, bench_setting(models[i].engine, models[i].info.name).ceilings);
  return together;
}

// Each device takes its share of the windows, all at the same time, each on a thread of its own as in a
// transcription. The time is that of the slowest.
void bench_devices(std::vector<OpenedModel>& models, int windows, const StagesOptions& options,
                   const BenchSetting& setting, const std::function<void(const StageRow&)>& row,
                   const std::stop_token& stop) {
  const auto devices = static_cast<int>(models.size());
  if (windows < devices)
    throw Error("Each of the {1} devices needs a window at least, and {2} windows were asked for.", devices,
                windows);
  std::vector<std::unique_ptr<BenchBatch>> batches;
  Cost cost;
  const auto on_all = [&](const auto& work) {
    std::vector<std::future<void>> all;
    for (int i = 0; i < devices; ++i)
      all.push_back(std::async(std::launch::async, [&work, i] { work(static_cast<std::size_t>(i)); }));
    for (std::future<void>& one : all) one.wait();
    for (std::future<void>& one : all) one.get();
  };
  for (int i = 0; i < devices; ++i) {
    OpenedModel& opened = models[static_cast<std::size_t>(i)];
    batches.push_back(std::make_unique<BenchBatch>(
        opened, windows * (i + 1) / devices - windows * i / devices, window_s, options.tokens + 1, stop));
    cost = cost + batches.back()->costs().whole(batches.back()->steps());
  }
  // Until the last device has its last token, from before the first thread was started.
  const auto together_ms = [&] {
    using Clock = std::chrono::steady_clock;
    std::vector<double> end_ms(batches.size());
    const Clock::time_point begin = Clock::now();
    on_all([&](std::size_t i) {
      const double began_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
      end_ms[i] = began_ms + batches[i]->whole_ms();
    });
    return std::ranges::max(end_ms);
  };
  together_ms();  // also records steps
  const Times times = repeated(options.runs, together_ms);
  Report(windows, window_s, bench_time(times).ms, setting, row).row("whole", times, cost);
}

}  // namespace

void bench_stages(const StagesOptions& options, const std::function<void(const BenchSetting&)>& setting,
                  const std::function<void(const StageRow&)>& row, const std::stop_token& stop) {
  std::vector<OpenedModel> models = open_models(options.engine, stop);
  const Message& left_out = models.front().engine.info.left_out;
  if (!left_out.empty()) throw Error(left_out);
  bench_stages_on(models, options, setting, row, stop);
}

void bench_stages_on(std::vector<OpenedModel>& models, const StagesOptions& options,
                     const std::function<void(const BenchSetting&)>& setting,
                     const std::function<void(const StageRow&)>& row, const std::stop_token& stop) {
  OpenedModel& opened = models.front();
  const BenchSetting measured = setting_of(models);
  setting(measured);
  std::vector<int> batches = options.windows;
  if (batches.empty()) {
    const kernels::Batching likes = opened.engine.backend->batching();
    const auto devices = static_cast<int>(models.size());
    batches = {devices, static_cast<int>(likes.encoder_windows) * devices,
               static_cast<int>(likes.decode_rows) * devices};
    std::ranges::sort(batches);
    batches.erase(std::unique(batches.begin(), batches.end()), batches.end());
  }
  for (const int windows : batches) {
    if (models.size() > 1) {
      bench_devices(models, windows, options, measured, row, stop);
      continue;
    }
    bench_batch(opened, windows, options, measured, row, stop);
    if (windows == 1) bench_clip(opened, options.runs, measured, row, stop);
  }
}

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "inference/measure/bench_batch.h"
#include "inference/measure/bench_rates.h"

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
    batches.erase(std::unique(batches.begin(), batches.end()), batches.end());
  }
  for (const int windows : batches) {
    bench_batch(opened, windows, options, measured, row, stop);
    if (windows == 1) bench_clip(opened, options.runs, measured, row, stop);
  }
}

}  // namespace tilescribe

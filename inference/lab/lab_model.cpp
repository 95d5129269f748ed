// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "inference/api/kernel_lab.h"
#include "inference/api/word_errors.h"
#include "inference/lab/lab_engine.h"
#include "inference/local/local_transcriber.h"
#include "inference/pipeline/open_on.h"
#include "kernels/core/error.h"
#include "kernels/lab/lab_host.h"
#include "kernels/profile/hooks.h"
#include "kernels/profile/stage_clock.h"

namespace tilescribe {
namespace {

struct Run {
  std::string text;
  double audio_s = 0.0;
  double ms = 0.0;                                     // of all stages
  std::vector<std::pair<std::string, double>> stages;  // and milliseconds, in order of their first appearance
};

/// Waits for the device where a stage ends: a GPU works behind the host, whose clock measures the stages.
class WaitingBetweenStages final : public kernels::OpHook {
 public:
  explicit WaitingBetweenStages(kernels::Backend& backend) : backend_(backend) {}
  bool measures() const override { return false; }
  void place_changes(const kernels::Place& place) override {
    if (place.stage == stage_) return;
    stage_ = place.stage;
    try {
      backend_.synchronize();
    } catch (const Error&) {  // the work that waits next says it again
    }
  }

 private:
  kernels::Backend& backend_;
  std::string_view stage_;
};

Run transcribed(Transcriber& transcriber, kernels::Backend& backend, const std::filesystem::path& audio,
                const std::stop_token& stop) {
  WaitingBetweenStages waiting(backend);
  kernels::StageClock clock;
  const kernels::Hooked waits(backend.hooks(), waiting);
  std::optional<kernels::Hooked> clocked(std::in_place, backend.hooks(), clock);
  const Transcript transcript = transcriber.transcribe(audio, {}, {}, stop);
  clock.end();
  clocked.reset();
  if (transcript.cancelled) throw Cancelled();
  Run run{transcript.text(), transcript.duration_s, 0.0, {}};
  for (const kernels::StageSpan& span : clock.take()) {
    if (span.stage.empty()) continue;
    auto stage = std::ranges::find(run.stages, span.stage, &std::pair<std::string, double>::first);
    if (stage == run.stages.end()) stage = run.stages.emplace(stage, std::string(span.stage), 0.0);
    const double ms = static_cast<double>(span.duration_ns) * 1e-6;
    stage->second += ms;
    run.ms += ms;
  }
  return run;
}

/// The median time of a stage; 0 where no run had it.
double median_ms(const std::vector<Run>& runs, const std::string& name) {
  std::vector<double> times;
  for (const Run& run : runs) {
    const auto stage = std::ranges::find(run.stages, name, &std::pair<std::string, double>::first);
    times.push_back(stage == run.stages.end() ? 0.0 : stage->second);
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

}  // namespace

LabModelResult lab_model(const UserKernel& kernel, const LabModelOptions& options, const ToldCompiled& told,
                         const std::stop_token& stop) {
  LabEngine lab = open_lab_engine(kernel, LabUse::model);
  told(lab.source);
  kernels::Backend& backend = *lab.backend;
  const kernels::lab::LabHost& host = kernels::lab::host_of(backend);
  OpenedEngine engine{std::move(lab.backend), lab.info};
  OpenedModel opened =
      open_model_on(std::move(engine), {.model = options.model, .engine = kernel.engine}, stop);
  std::vector<OpenedModel> models;
  models.push_back(std::move(opened));
  const std::unique_ptr<Transcriber> transcriber = transcriber_of(std::move(models));
  const std::filesystem::path audio = options.audio.empty() ? sample_recording() : options.audio;

  constexpr std::size_t most_rounds = 5;
  constexpr double enough_ms = 2000.0;
  LabModelResult result;
  result.run = run_of(lab, transcriber->model().name);
  result.audio = audio;
  std::vector<Run> with, without;
  const auto run = [&](bool users) {
    kernels::lab::use_kernel(backend, users);
    const std::size_t before = host.launches();
    Run done = transcribed(*transcriber, backend, audio, stop);
    if (users) result.launches = host.launches() - before;
    return done;
  };
  for (const bool users : {false, true}) run(users);  // set-up work of first runs
  for (double spent_ms = 0.0; with.empty() || (with.size() < most_rounds && spent_ms < enough_ms);) {
    without.push_back(run(false));
    with.push_back(run(true));
    spent_ms += without.back().ms + with.back().ms;
  }

  const Run& last = with.back();
  result.with_text = last.text;
  result.without_text = without.back().text;
  result.word_error_rate = word_errors(result.without_text, result.with_text).rate();
  result.audio_s = last.audio_s;
  for (const auto& [stage, ms] : without.back().stages)
    result.stages.push_back({stage, median_ms(with, stage), median_ms(without, stage)});
  return result;
}

}  // namespace tilescribe

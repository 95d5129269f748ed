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
  std::vector<std::pair<std::string, double>> stages;  // and milliseconds, in order of their first appearance
};

Run transcribed(Transcriber& transcriber, kernels::Backend& backend, const std::filesystem::path& audio,
                const std::stop_token& stop) {
  kernels::StageClock clock;
  std::optional<kernels::Hooked> clocked(std::in_place, backend.hooks(), clock);
  const Transcript transcript = transcriber.transcribe(audio, {}, {}, stop);
  clock.end();
  clocked.reset();
  if (transcript.cancelled) throw Cancelled();
  Run run{transcript.text(), transcript.duration_s, {}};
  for (const kernels::StageSpan& span : clock.take()) {
    if (span.stage.empty()) continue;
    auto stage = std::ranges::find(run.stages, span.stage, &std::pair<std::string, double>::first);
    if (stage == run.stages.end()) stage = run.stages.emplace(stage, std::string(span.stage), 0.0);
    stage->second += static_cast<double>(span.duration_ns) * 1e-6;
  }
  return run;
}

}  // namespace

LabModelResult lab_model(const UserKernel& kernel, const LabModelOptions& options, const ToldCompiled& told,
                         const std::stop_token& stop) {
  LabEngine lab = open_lab_engine(kernel, LabUse::model);
  told(lab.source);
  kernels::Backend& backend = *lab.backend;
  const kernels::lab::LabHost& host = kernels::lab::host_of(backend);
  OpenedEngine engine{std::move(lab.backend), {}};
  engine.info.compute = "f32";
  OpenedModel opened =
      open_model_on(std::move(engine), {.model = options.model, .engine = kernel.engine}, stop);
  std::vector<OpenedModel> models;
  models.push_back(std::move(opened));
  const std::unique_ptr<Transcriber> transcriber = transcriber_of(std::move(models));
  const std::filesystem::path audio = options.audio.empty() ? sample_recording() : options.audio;

  kernels::lab::use_kernel(backend, false);
  transcribed(*transcriber, backend, audio, stop);  // set-up work of a first run
  const Run without = transcribed(*transcriber, backend, audio, stop);
  kernels::lab::use_kernel(backend, true);
  const std::size_t before = host.launches();
  const Run with = transcribed(*transcriber, backend, audio, stop);

  LabModelResult result;
  result.with_text = with.text;
  result.without_text = without.text;
  result.word_error_rate = word_errors(without.text, with.text).rate();
  result.audio_s = with.audio_s;
  result.launches = host.launches() - before;
  for (const auto& [stage, ms] : without.stages) {
    const auto same = std::ranges::find(with.stages, stage, &std::pair<std::string, double>::first);
    result.stages.push_back({stage, same == with.stages.end() ? 0.0 : same->second, ms});
  }
  return result;
}

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "inference/api/report.h"
#include "inference/api/transcriber.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

// A profile of one transcription, behind one that is not measured.
ProfileSession profile_of(const EngineOptions& engine, const ReportRequest& request,
                          const AblationTools& tools, const std::string& name, const std::stop_token& stop) {
  if (tools.begins) tools.begins(0, 0, name);
  const std::unique_ptr<Transcriber> transcriber = tools.open(engine);
  const auto transcribe = [&] {
    if (transcriber->transcribe(request.audio, {}, {}, stop).cancelled) throw Cancelled();
  };
  transcribe();
  const std::unique_ptr<Profiler> profiler = transcriber->profile({.full = true});
  if (profiler == nullptr) throw Error("The engine {1} can't be measured.", transcriber->engine().summary());
  transcribe();
  return profiler->finish();
}

}  // namespace

ReportMeasurements measure_report(const ReportRequest& request, const AblationTools& tools,
                                  const std::stop_token& stop) {
  ReportMeasurements measured;
  EngineInfo engine;
  {
    const std::unique_ptr<Transcriber> opened = tools.open(request.engine);
    engine = opened->engine();
  }
  measured.from = provenance_now(engine.gpu);
  CheckOptions listed;
  listed.engine = request.engine;
  if (listed.engine.engine == Engine::automatic)
    listed.engine.engine = engine.gpu >= 0 ? Engine::cuda : Engine::cpu;
  measured.variants = list_variants(listed);

  std::string switches = request.baseline;
  if (switches.empty()) switches = engine.gpu >= 0 ? "engine=cuda-baseline" : "fusion=off";
  Ablation ablation;
  ablation.sets = read_ablation("baseline: " + switches + "\nthis engine:\n", request.engine, {});
  if (!ablation.sets.front().kernel_op.empty())
    throw Error(
        "A report's baseline can't have a kernel of the user's own; report --kernel shows its figures.");
  ablation.audio = request.audio;
  ablation.rounds = request.rounds;
  measured.times = ablate(ablation, tools, stop);
  const AblationRow& own = measured.times.rows.back();
  if (!own.complaint.empty()) throw Error(own.complaint);

  measured.baseline = profile_of(ablation.sets[0].engine, request, tools, "profile of the baseline", stop);
  measured.profile = profile_of(ablation.sets[1].engine, request, tools, "profile", stop);
  return measured;
}

}  // namespace tilescribe

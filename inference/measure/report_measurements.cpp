// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "inference/api/engine_names.h"
#include "inference/api/report.h"
#include "inference/api/transcriber.h"
#include "inference/measure/local_time.h"
#include "kernels/core/build_id.h"
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

// The device that an engine runs on.
DeviceRow device_of(const EngineInfo& engine) {
  for (const DeviceRow& row : devices()) {
    if (row.gpu == engine.gpu) return row;
  }
  return {};
}

}  // namespace

ReportMeasurements measure_report(const ReportRequest& request, const AblationTools& tools,
                                  const std::stop_token& stop) {
  ReportMeasurements measured;
  measured.began = local_time();
  measured.program = "Tilescribe " TILESCRIBE_VERSION;
  measured.build = kernels_build_id();
  EngineInfo engine;
  {
    const std::unique_ptr<Transcriber> opened = tools.open(request.engine);
    engine = opened->engine();
  }
  const DeviceRow device = device_of(engine);
  measured.device = english(device.name);
  measured.facts = device.facts;
  CheckOptions listed;
  listed.engine = request.engine;
  const auto named = value_of(engine_names, device.engine);
  if (listed.engine.engine == Engine::automatic && named) listed.engine.engine = *named;
  measured.variants = list_variants(listed);

  std::string switches = request.baseline;
  if (switches.empty()) switches = engine.gpu >= 0 ? "engine=cuda-baseline" : "fusion=off";
  Ablation ablation;
  ablation.sets = read_ablation("baseline: " + switches + "\nthis engine:\n", request.engine, {});
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

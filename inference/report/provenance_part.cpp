// SPDX-License-Identifier: Apache-2.0
// Where every number comes from.
#include <utility>

#include "inference/profile/figures.h"
#include "inference/report/parts.h"

namespace tilescribe::report {
namespace {

std::string tracing_of(const ProfileSession& session) {
  std::string text = session.setting.source;
  if (session.cost_percent >= 0.0) text += "; tracing cost " + percent(session.cost_percent * 1e-2);
  if (session.lost > 0) text += "; " + std::to_string(session.lost) + " records were lost";
  return text;
}

}  // namespace

Section provenance_part(const ReportMeasurements& measured, const ReportMaterial& material,
                        const std::string& stem) {
  Table machine{"The machine and the program", {}, {{"What"}, {"Value"}}, {}};
  machine.rows = {{"Device", measured.device},
                  {"Program", measured.program},
                  {"Build ID of its kernels", measured.build.empty() ? "none" : measured.build},
                  {"Command", material.command},
                  {"Begun", measured.began}};
  for (const std::string& fact : measured.facts) machine.rows.push_back({"About the device", fact});

  Table sources{"The measurements", {}, {{"No."}, {"What"}, {"How"}, {"Begun"}, {"Raw file"}}, {}};
  const std::string rounds = std::to_string(measured.times.rows.at(0).seconds.size());
  sources.rows.push_back(
      {timed_runs, "Times of whole transcriptions",
       "Both engines in turn, " + rounds + " timed rounds behind one that is not; wall clock", measured.began,
       stem + "-measurements.json"});
  sources.rows.push_back({profile, "Profile of " + english(measured.profile.setting.engine),
                          tracing_of(measured.profile), measured.profile.setting.began,
                          stem + "-profile.sqlite"});
  sources.rows.push_back(
      {baseline_profile, "Profile of the baseline, " + english(measured.baseline.setting.engine),
       tracing_of(measured.baseline), measured.baseline.setting.began, stem + "-baseline.sqlite"});
  if (material.ablation) {
    std::string facts;
    for (const auto& [name, value] : material.ablation->facts)
      facts += (facts.empty() ? "" : "; ") + name + ": " + value;
    sources.rows.push_back({ablation, "Sets of switches in turn", facts, "–", material.ablation->file});
  }
  return {"Provenance",
          {Paragraph{"Every table and figure names the measurement that its numbers come from."},
           std::move(machine), std::move(sources)}};
}

Document report_of(const ReportMeasurements& measured, const ReportMaterial& material,
                   const std::string& stem) {
  Document document;
  document.title = "Report: " + measured.times.model + " on " + measured.device;
  document.about = measured.profile.setting.audio + " · " + english(measured.profile.setting.engine) + " · " +
                   measured.began + " · " + measured.program;
  document.sections = {implementation_part(measured), profile_part(measured),
                       bottleneck_part(measured),     optimisation_part(material),
                       comparison_part(measured),     provenance_part(measured, material, stem)};
  for (std::size_t i = 0; i < document.sections.size(); ++i) {
    // The five parts of the exercise have numbers.
    if (i < 5) document.sections[i].title = std::to_string(i + 1) + ". " + document.sections[i].title;
  }
  return document;
}

}  // namespace tilescribe::report

// SPDX-License-Identifier: Apache-2.0
// Where every number comes from.
#include <algorithm>
#include <string>
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

// A raw file says itself where it comes from.
std::string how_of(const RawFacts& facts) {
  std::string text;
  for (const auto& [name, value] : facts) {
    if (name == "began" || value.empty()) continue;
    text += (text.empty() ? "" : "; ") + name + ": " + value;
  }
  return text;
}

std::string began_of(const RawFacts& facts) {
  const auto found = std::ranges::find(facts, "began", &RawFacts::value_type::first);
  return found == facts.end() ? "–" : found->second;
}

}  // namespace

std::string kernel_source(std::size_t i) {
  constexpr std::size_t first = 5;
  return "M" + std::to_string(first + i);
}

Section provenance_part(const ReportMeasurements& measured, const ReportMaterial& material,
                        const std::string& stem) {
  Table machine{"The machine and the program", {}, {{"What"}, {"Value"}}, {}};
  const Provenance& from = measured.from;
  machine.rows = {{"Device", from.device}};
  if (!from.driver.empty()) machine.rows.push_back({"NVIDIA's driver", from.driver});
  for (const std::string& fact : from.facts) machine.rows.push_back({"About the device", fact});
  machine.rows.insert(machine.rows.end(),
                      {{"Program", from.program},
                       {"Commit of its source", from.commit.empty() ? "unknown" : from.commit},
                       {"Build ID of its kernels", from.build.empty() ? "none" : from.build},
                       {"Command", material.command},
                       {"Begun", from.began}});

  Table sources{"The measurements", {}, {{"No."}, {"What"}, {"How"}, {"Begun"}, {"Raw file"}}, {}};
  const std::string rounds = std::to_string(measured.times.rows.at(0).seconds.size());
  sources.rows.push_back(
      {timed_runs, "Times of whole transcriptions",
       "Both engines in turn, " + rounds + " timed rounds behind one that is not; wall clock", from.began,
       stem + "-measurements.json"});
  sources.rows.push_back({profile, "Profile of " + english(measured.profile.setting.engine),
                          tracing_of(measured.profile), measured.profile.setting.began,
                          stem + "-profile.sqlite"});
  sources.rows.push_back(
      {baseline_profile, "Profile of the baseline, " + english(measured.baseline.setting.engine),
       tracing_of(measured.baseline), measured.baseline.setting.began, stem + "-baseline.sqlite"});
  if (material.ablation) {
    const AblationTable& given = *material.ablation;
    sources.rows.push_back(
        {ablation, "Sets of switches in turn", how_of(given.facts), began_of(given.facts), given.file});
  }
  for (std::size_t i = 0; i < material.kernels.size(); ++i) {
    const KernelFigures& kernel = material.kernels[i];
    const std::string what = kernel.model ? "Transcriptions with the kernel and without it, in turn: "
                                          : "Times of the kernel and of the engine's variants: ";
    sources.rows.push_back(
        {kernel_source(i), what + kernel.kernel, how_of(kernel.facts), began_of(kernel.facts), kernel.file});
  }
  return {"Provenance",
          {Paragraph{"Every table and figure names the measurement that its numbers come from."},
           std::move(machine), std::move(sources)}};
}

Document report_of(const ReportMeasurements& measured, const ReportMaterial& material,
                   const std::string& stem) {
  Document document;
  document.title = "Report: " + measured.times.model + " on " + measured.from.device;
  document.about = measured.profile.setting.audio + " · " + english(measured.profile.setting.engine) + " · " +
                   measured.from.began + " · " + measured.from.program;
  document.sections = {implementation_part(measured),       profile_part(measured),
                       bottleneck_part(measured, material), optimisation_part(material),
                       comparison_part(measured, material), provenance_part(measured, material, stem)};
  for (std::size_t i = 0; i < document.sections.size(); ++i) {
    // The five parts of the exercise have numbers.
    if (i < 5) document.sections[i].title = std::to_string(i + 1) + ". " + document.sections[i].title;
  }
  return document;
}

}  // namespace tilescribe::report

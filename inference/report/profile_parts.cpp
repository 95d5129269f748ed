// SPDX-License-Identifier: Apache-2.0
// What ran, and where the time went.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "inference/api/profile_analysis.h"
#include "inference/profile/figures.h"
#include "inference/report/parts.h"
#include "inference/store/report.h"

namespace tilescribe::report {
namespace {

constexpr double least_share = 0.005;  // of the time: what takes less is not worth a row
constexpr std::size_t most_kernels = 15, most_findings = 6;

/// An op's variant, over all stages.
struct RanVariant {
  std::set<std::string> stages;
  std::int64_t calls = 0;
  double share = 0.0;
};

std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

// "cpu/highway" is the variant highway of the engine cpu.
std::string why_of(const std::vector<VariantRow>& variants, const std::string& op,
                   const std::string& variant) {
  for (const VariantRow& row : variants) {
    const std::size_t slash = row.variant.find('/');
    if (row.op == op && slash != std::string::npos && row.variant.substr(slash + 1) == variant)
      return english(row.why);
  }
  return {};
}

}  // namespace

std::string with_interval(double value, double half_width, const char* unit) {
  const std::string around = std::isfinite(half_width) ? " ± " + figure(half_width) : std::string();
  return figure(value) + around + ' ' + unit;
}

Section implementation_part(const ReportMeasurements& measured) {
  std::map<std::pair<std::string, std::string>, RanVariant> ran;
  for (const ProfileRow& row : profile_table(measured.profile, ProfileGrouping::variant)) {
    if (row.op.empty()) continue;
    RanVariant& one = ran[{row.op, row.variant}];
    if (!row.stage.empty()) one.stages.insert(row.stage);
    one.calls += row.calls;
    one.share += row.share;
  }
  std::vector<std::pair<std::pair<std::string, std::string>, RanVariant>> sorted(ran.begin(), ran.end());
  std::ranges::stable_sort(sorted, std::greater(), [](const auto& one) { return one.second.share; });
  Table table{
      "The variants that ran",
      profile,
      {{"Op"}, {"Variant"}, {"What it is good for"}, {"Stages"}, {"Calls", true}, {"Share of time", true}},
      {}};
  for (const auto& [name, one] : sorted) {
    if (one.share < least_share) continue;
    table.rows.push_back({name.first, name.second, why_of(measured.variants, name.first, name.second),
                          joined(one.stages), std::to_string(one.calls), percent(one.share)});
  }
  return {
      "Implementation",
      {OwnWords{"What did you implement, and why in this way: which algorithm, tiles, memory, precision?"},
       Paragraph{"The engine “" + english(measured.profile.setting.engine) + "” ran the model “" +
                 measured.times.model + "”. The table has the variants of ops that took at least " +
                 percent(least_share) + " of the time."},
       std::move(table)}};
}

Section profile_part(const ReportMeasurements& measured) {
  const ProfileSession& session = measured.profile;
  const store::ReportFacts facts(session);
  Section part{"Performance profile", {}};
  if (const nlohmann::json stages = store::stage_section(facts); !stages.is_null()) {
    part.blocks.emplace_back(Figure{"Time by stage", profile, "stages", stages["shapes"], 64.0});
    Table table{"Time by stage", profile, {{"Stage"}, {"Time", true}, {"Share", true}}, {}};
    for (const nlohmann::json& row : stages["rows"])
      table.rows.push_back({row["name"], row["time"], row["share"]});
    part.blocks.emplace_back(std::move(table));
  }
  Table kernels{"The kernels and ops that took most of the time",
                profile,
                {{"Name"},
                 {"Stage"},
                 {"Total", true},
                 {"Share", true},
                 {"Calls", true},
                 {"Mean", true},
                 {"95 % within", true}},
                {}};
  for (std::size_t i = 0; i < std::min(most_kernels, facts.kernels.size()); ++i) {
    const ProfileRow& row = facts.kernels[i];
    kernels.rows.push_back({row.name, row.stage, duration_text(row.total_ms), percent(row.share),
                            std::to_string(row.calls), duration_text(row.mean_us * 1e-3),
                            duration_text(row.p95_us * 1e-3)});
  }
  part.blocks.emplace_back(std::move(kernels));
  const double idle_ms = static_cast<double>(facts.idle.waiting_ns + facts.idle.launch_ns) * 1e-6;
  const double whole_ms = idle_ms + static_cast<double>(facts.idle.busy_ns) * 1e-6;
  if (whole_ms > 0.0) {
    part.blocks.emplace_back(
        Paragraph{"Nothing ran for " + duration_text(idle_ms) + " (" + percent(idle_ms / whole_ms) +
                  "): " + duration_text(static_cast<double>(facts.idle.waiting_ns) * 1e-6) +
                  " in gaps in which the device waited for the host or the audio, and " +
                  duration_text(static_cast<double>(facts.idle.launch_ns) * 1e-6) +
                  " between a launch and the next (source: " + profile + ")."});
  }
  Items findings;
  for (const ProfileFinding& finding : profile_findings(session, most_findings))
    findings.texts.push_back(english(finding.title) + ". " + english(finding.text));
  if (!findings.texts.empty()) {
    part.blocks.emplace_back(Paragraph{"What the profiler found (source: " + std::string(profile) + "):"});
    part.blocks.emplace_back(std::move(findings));
  }
  part.blocks.emplace_back(OwnWords{"What do the profile's figures say? What did you not expect?"});
  return part;
}

}  // namespace tilescribe::report

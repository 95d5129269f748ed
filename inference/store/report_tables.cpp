// SPDX-License-Identifier: Apache-2.0
// The report's tables: the kernels, the gaps, and how everything was measured.
#include <algorithm>
#include <cstddef>
#include <optional>

#include "inference/profile/figures.h"
#include "inference/store/report.h"
#include "inference/store/text.h"

namespace tilescribe::store {
namespace {

using nlohmann::json;

constexpr std::size_t most_kernels = 20, most_gaps = 10;

std::string bound_text(ProfileBound bound) {
  return bound == ProfileBound::unknown ? "unknown" : std::string(bound_word(bound));
}

std::string rate_text(const std::optional<double>& rate, const std::optional<double>& percent) {
  if (!rate) return "–";
  return figure(*rate) + (percent ? " (" + percent_text(*percent) + ")" : std::string());
}

json kernel_row(const ProfileRow& row, double longest_share) {
  std::string below = row.op;
  if (!row.variant.empty()) below += below.empty() ? row.variant : " (" + row.variant + ")";
  if (!row.part_of.empty()) below += " in " + row.part_of;
  const double length = longest_share > 0.0 ? 100.0 * row.share / longest_share : 0.0;
  return {{"name", row.name},
          {"below", below == row.name ? std::string() : below},
          {"class", stage_class(row.stage)},
          {"stage", row.stage.empty() ? "other" : row.stage},
          {"share", percent_text(100.0 * row.share)},
          {"length", fixed(std::clamp(length, 0.0, 100.0), 1)},
          {"total", time_text(row.total_ms * 1e6)},
          {"calls", count_text(row.calls)},
          {"mean", time_text(row.mean_us * 1e3)},
          {"p95", time_text(row.p95_us * 1e3)},
          {"gb_s", rate_text(row.gb_s, row.memory_percent)},
          {"tflop_s", rate_text(row.tflop_s, row.compute_percent)},
          {"bound", bound_text(row.bound)},
          {"overlapped", row.overlapped}};
}

// The name of a record's kernel or op.
std::string name_in_stage(const ProfileSession& session, const ProfileRecord& record) {
  const ProfileKind& kind = session.kinds[record.kind];
  return kind.stage.empty() ? name_of(kind) : name_of(kind) + " (" + kind.stage + ")";
}

json gap_row(const ProfileSession& session, const ProfileGap& gap) {
  // Nothing starts within a gap, so the last record before it and the first after it are its neighbours.
  const auto after =
      std::lower_bound(session.records.begin(), session.records.end(), gap.start_ns + gap.duration_ns,
                       [](const ProfileRecord& record, std::int64_t time) { return record.start_ns < time; });
  const bool first = after == session.records.begin(), last = after == session.records.end();
  return {{"length", time_text(static_cast<double>(gap.duration_ns))},
          {"at", time_text(static_cast<double>(gap.start_ns))},
          {"after", first ? "the beginning" : name_in_stage(session, *std::prev(after))},
          {"before", last ? "the end" : name_in_stage(session, *after)}};
}

}  // namespace

json kernel_section(const ReportFacts& facts) {
  if (facts.kernels.empty()) return {};
  const std::size_t shown = std::min(most_kernels, facts.kernels.size());
  json list = json::array();
  for (std::size_t i = 0; i < shown; ++i)
    list.push_back(kernel_row(facts.kernels[i], facts.kernels.front().share));
  double rest = 0.0;
  for (std::size_t i = shown; i < facts.kernels.size(); ++i) rest += facts.kernels[i].share;
  const auto more = static_cast<std::int64_t>(facts.kernels.size() - shown);
  return {{"list", list},
          {"more", more > 0 ? count_text(more) : std::string()},
          {"rest", percent_text(100.0 * rest)}};
}

json gap_section(const ReportFacts& facts) {
  const std::vector<ProfileGap>& gaps = facts.idle.longest;
  if (gaps.empty()) return {};
  json list = json::array();
  for (std::size_t i = 0; i < std::min(most_gaps, gaps.size()); ++i)
    list.push_back(gap_row(facts.session, gaps[i]));
  return {{"list", list}};
}

void add_method(const ReportFacts& facts, json& values) {
  const ProfileSession& session = facts.session;
  const ProfileSetting& setting = session.setting;
  const ProfileIdle& idle = facts.idle;
  values["idle_time"] = time_text(static_cast<double>(idle.waiting_ns + idle.launch_ns));
  values["waiting_time"] = time_text(static_cast<double>(idle.waiting_ns));
  values["launch_time"] = time_text(static_cast<double>(idle.launch_ns));
  values["least_gap"] = time_text(static_cast<double>(launch_gap_ns));
  values["source"] = setting.source;
  values["fallback"] = english(setting.fallback_reason);
  if (!setting.full && session.detail_every > 1) values["detail_every"] = count_text(session.detail_every);
  values["records_taken"] = count_text(session.taken);
  values["records_kept"] = count_text(static_cast<std::int64_t>(session.records.size()));
  values["records_dropped"] = count_text(session.dropped);
  values["records_lost"] = count_text(session.lost);
  values["dropped"] = session.dropped > 0;
  values["lost"] = session.lost > 0;
  const BenchCeilings& ceilings = setting.ceilings;
  for (const auto& [name, value] : {std::pair("read", ceilings.read_gb_s),
                                    {"copy", ceilings.copy_gb_s},
                                    {"f32", ceilings.f32_tflop_s},
                                    {"tf32", ceilings.tf32_tflop_s},
                                    {"bf16", ceilings.bf16_tflop_s},
                                    {"fp8", ceilings.fp8_tflop_s}}) {
    if (value) values[name] = figure(*value);
  }
}

}  // namespace tilescribe::store

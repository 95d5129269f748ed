// SPDX-License-Identifier: Apache-2.0
#include "inference/store/report.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "inference/profile/figures.h"
#include "inference/store/formats.h"
#include "inference/store/output.h"
#include "inference/store/template.h"
#include "inference/store/text.h"

namespace tilescribe::store {
namespace {

using nlohmann::json;

void add_heading(const ReportFacts& facts, json& values) {
  const ProfileSession& session = facts.session;
  const ProfileSetting& setting = session.setting;
  std::string began = setting.began;  // ISO 8601, for people
  std::replace(began.begin(), began.end(), 'T', ' ');
  std::string about;
  for (const std::string& part : {setting.model, english(setting.engine), began, setting.program}) {
    if (!part.empty()) about += (about.empty() ? "" : " · ") + part;
  }
  const double seconds = static_cast<double>(session.duration_ns) * 1e-9;
  const auto tokens = static_cast<std::int64_t>(session.tokens.size());
  const std::int64_t idle_ns = facts.idle.waiting_ns + facts.idle.launch_ns;
  // The figures that are known.
  values = {{"audio", setting.audio}, {"about", about}};
  values["time"] = time_text(static_cast<double>(session.duration_ns));
  if (session.audio_s > 0.0) values["audio_time"] = time_text(session.audio_s * 1e9);
  if (session.audio_s > 0.0 && seconds > 0.0) values["times_real_time"] = figure(session.audio_s / seconds);
  if (tokens > 0) values["tokens"] = count_text(tokens);
  if (session.draft_tokens > 0)
    values["drafts"] = count_text(session.draft_accepted) + " / " + count_text(session.draft_tokens);
  if (tokens > 0 && seconds > 0.0)
    values["tokens_per_second"] = figure(static_cast<double>(tokens) / seconds);
  if (facts.idle.busy_ns + idle_ns > 0) {
    // Share of the time whose records were kept.
    values["idle_share"] = percent_text(100.0 * static_cast<double>(idle_ns) /
                                        static_cast<double>(facts.idle.busy_ns + idle_ns));
  }
  if (session.cost_percent >= 0.0) values["cost"] = percent_text(session.cost_percent);
}

json finding_section(const ReportFacts& facts) {
  json list = json::array();
  for (const ProfileFinding& finding : profile_findings(facts.session)) {
    list.push_back({{"title", sentence(finding.title)},
                    {"text", sentence(finding.text)},
                    {"gain", finding.lost_ms > 0.0 ? time_text(finding.lost_ms * 1e6) : std::string()}});
  }
  return list.empty() ? json() : json{{"list", list}};
}

// A shape of the templates, from its numbers and its texts.
json shape(const char* name, std::initializer_list<std::pair<const char*, double>> numbers, json values) {
  for (const auto& [key, value] : numbers) values[key] = fixed(value, 2);
  return {{name, std::move(values)}};
}

}  // namespace

ReportFacts::ReportFacts(const ProfileSession& of)
    : session(of),
      kernels(profile_table(of, ProfileGrouping::kernel)),
      roofline(profile_roofline(of)),
      stages(profile_stages(of)),
      idle(profile_idle(of)),
      lanes(profile_lanes(of)) {
  // The host reads audio while the device works.
  std::erase_if(stages, [](const ProfileStage& stage) { return stage.busy_ns == 0 && stage.host_ns == 0; });
  for (const ProfileStage& stage : stages) {
    if (stage.stage != "audio") busy_ns += stage.busy_ns;
  }
}

std::string time_text(double ns) {
  return duration_text(ns * 1e-6);
}

std::string percent_text(double value) {
  return percent(value * 1e-2);
}

std::string sentence(const Message& message) {
  const std::string whole = english(message);
  std::string_view text = whole;
  constexpr std::array<std::string_view, 12> units = {"%",  "ns", "µs", "ms", "s",    "min",
                                                      "kB", "MB", "GB", "TB", "GB/s", "TFLOP/s"};
  const auto is_unit_at = [&](std::size_t begin) {
    const std::string_view word = text.substr(begin, text.find_first_of(" .,;:)", begin) - begin);
    return std::find(units.begin(), units.end(), word) != units.end();
  };
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool holds =
        text[at] == ' ' && at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9' && is_unit_at(at + 1);
    result += holds ? "\u00A0" : text.substr(at, 1);
  }
  return result;
}

std::string count_text(std::int64_t count) {
  std::string text = std::to_string(count);
  const std::size_t first = count < 0 ? 1 : 0;  // digit
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string stage_class(std::string_view stage) {
  constexpr std::array<std::string_view, 7> known = {"audio",   "features", "encoder", "projector",
                                                     "prefill", "decode",   "idle"};
  return std::string(std::find(known.begin(), known.end(), stage) != known.end() ? stage : "other");
}

nlohmann::json rect(double x, double y, double width, double height, const std::string& style) {
  return shape("rect", {{"x", x}, {"y", y}, {"width", width}, {"height", height}}, {{"class", style}});
}

nlohmann::json line(double x1, double y1, double x2, double y2, const std::string& style) {
  return shape("line", {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}}, {{"class", style}});
}

nlohmann::json dot(double x, double y, double radius, const std::string& style) {
  return shape("dot", {{"x", x}, {"y", y}, {"radius", radius}}, {{"class", style}});
}

nlohmann::json label(double x, double y, const std::string& anchor, const std::string& style,
                     const std::string& words) {
  return shape("label", {{"x", x}, {"y", y}}, {{"anchor", anchor}, {"class", style}, {"words", words}});
}

nlohmann::json upright(double y, const std::string& words) {
  return shape("upright", {{"y", y}}, {{"words", words}});
}

void write_report(const ProfileSession& session, Output& out) {
  const ReportFacts facts(session);
  json values;
  add_heading(facts, values);
  add_method(facts, values);
  values["findings"] = finding_section(facts);
  values["stages"] = stage_section(facts);
  values["timeline"] = timeline_section(facts);
  values["kernels"] = kernel_section(facts);
  values["roofline"] = roofline_section(facts);
  values["gaps"] = gap_section(facts);
  out << filled(report_templates(), "report", values);
}

}  // namespace tilescribe::store

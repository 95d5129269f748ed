// SPDX-License-Identifier: Apache-2.0
#include "inference/store/report.h"

#include <algorithm>
#include <array>

#include "inference/profile/figures.h"
#include "inference/store/formats.h"
#include "inference/store/output.h"
#include "inference/store/text.h"

namespace tilescribe::store {
namespace {

std::string tile(const char* name, const std::string& value) {
  return std::string("<div><dt>") + name + "</dt><dd>" + value + "</dd></div>\n";
}

std::string heading(const ReportFacts& facts) {
  const ProfileSession& session = facts.session;
  const ProfileSetting& setting = session.setting;
  std::string html = "<header>\n<h1>Where the time went" +
                     (setting.audio.empty() ? std::string() : ": " + html_text(setting.audio)) + "</h1>\n";
  std::string about;
  std::string began = setting.began;  // ISO 8601, for people
  std::replace(began.begin(), began.end(), 'T', ' ');
  for (const std::string& part : {setting.model, setting.engine, began, setting.program}) {
    if (part.empty()) continue;
    about += (about.empty() ? "" : " · ") + html_text(part);
  }
  html += "<p class=\"soft\">" + about + "</p>\n<dl class=\"figures\">\n";
  const double seconds = static_cast<double>(session.duration_ns) * 1e-9;
  html += tile("Time", time_text(static_cast<double>(session.duration_ns)));
  if (session.audio_s > 0.0) html += tile("Audio", time_text(session.audio_s * 1e9));
  if (session.audio_s > 0.0 && seconds > 0.0) {
    html += tile("Times real time", figure(session.audio_s / seconds));
  }
  if (!session.tokens.empty()) {
    const auto tokens = static_cast<std::int64_t>(session.tokens.size());
    html += tile("Tokens", count_text(tokens));
    if (seconds > 0.0) html += tile("Tokens per second", figure(static_cast<double>(tokens) / seconds));
  }
  const std::int64_t idle_ns = facts.idle.waiting_ns + facts.idle.launch_ns;
  if (facts.idle.busy_ns + idle_ns > 0) {
    // Share of the time whose records were kept.
    html += tile("Idle", percent_text(100.0 * static_cast<double>(idle_ns) /
                                      static_cast<double>(facts.idle.busy_ns + idle_ns)));
  }
  if (session.cost_percent >= 0.0) html += tile("Tracing costs", percent_text(session.cost_percent));
  return html + "</dl>\n</header>\n";
}

std::string finding_section(const ReportFacts& facts) {
  std::string html = "<section>\n<h2>What limits this run</h2>\n";
  const std::vector<ProfileFinding> findings = profile_findings(facts.session);
  if (findings.empty()) return html + "<p>There is nothing to say: no work was recorded.</p>\n</section>\n";
  html +=
      "<p class=\"soft\">What is slow compared with the rest of the run comes first, then what could gain "
      "the "
      "most time.</p>\n<ol class=\"findings\">\n";
  for (const ProfileFinding& finding : findings) {
    html += "<li><strong>" + sentence_html(finding.title) + "</strong>\n<p>" + sentence_html(finding.text) +
            "</p>\n";
    if (finding.lost_ms > 0.0) {
      html += "<p class=\"won\">Possible gain at best: " + time_text(finding.lost_ms * 1e6) + "</p>\n";
    }
    html += "</li>\n";
  }
  return html + "</ol>\n</section>\n";
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

std::string sentence_html(const Message& sentence) {
  const std::string whole = english(sentence);
  std::string_view text = whole;
  constexpr std::array<std::string_view, 12> units = {"%",  "ns", "µs", "ms", "s",    "min",
                                                      "kB", "MB", "GB", "TB", "GB/s", "TFLOP/s"};
  std::string html;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ' ' && at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9') {
      const std::string_view word = text.substr(at + 1, text.find_first_of(" .,;:)", at + 1) - at - 1);
      if (std::find(units.begin(), units.end(), word) != units.end()) {
        html += html_text(text.substr(0, at)) + "&#160;";
        text.remove_prefix(at + 1);
        at = 0;
      }
    }
  }
  return html + html_text(text);
}

std::string count_text(std::int64_t count) {
  std::string text = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > (count < 0 ? 1 : 0); at -= 3) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return text;
}

std::string stage_class(std::string_view stage) {
  constexpr std::array<std::string_view, 7> known = {"audio",   "features", "encoder", "projector",
                                                     "prefill", "decode",   "idle"};
  return std::string(std::find(known.begin(), known.end(), stage) != known.end() ? stage : "other");
}

void write_report(const ProfileSession& session, Output& out) {
  const ReportFacts facts(session);
  const std::string title = session.setting.audio.empty() ? "a transcription" : session.setting.audio;
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>Profile of "
      << html_text(title) << "</title>\n<style>" << report_style() << "</style>\n</head>\n<body>\n"
      << heading(facts) << "<main>\n"
      << finding_section(facts) << stage_section(facts) << timeline_section(facts) << kernel_section(facts)
      << roofline_section(facts) << idle_section(facts) << method_section(facts)
      << "</main>\n</body>\n</html>\n";
}

}  // namespace tilescribe::store

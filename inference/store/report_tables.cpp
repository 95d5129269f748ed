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

constexpr std::size_t most_kernels = 20, most_gaps = 10;

std::string bound_text(ProfileBound bound) {
  return bound == ProfileBound::unknown ? "unknown" : std::string(bound_word(bound));
}

std::string cell(const std::string& text) {
  return "<td class=\"n\">" + text + "</td>";
}

std::string rate_cell(const std::optional<double>& rate, const std::optional<double>& percent) {
  if (!rate) return cell("–");
  return cell(figure(*rate) + (percent ? " (" + percent_text(*percent) + ")" : std::string()));
}

std::string kernel_row(const ProfileRow& row, double longest_share) {
  std::string html = "<tr><td class=\"name\">" + html_text(row.name);
  std::string below = row.op;
  if (!row.variant.empty()) below += below.empty() ? row.variant : " (" + row.variant + ")";
  if (!row.part_of.empty()) below += " in " + row.part_of;
  if (!below.empty() && below != row.name) html += "<small>" + html_text(below) + "</small>";
  html += "</td><td class=\"stage\"><span class=\"key " + stage_class(row.stage) + "\"></span>" +
          html_text(row.stage.empty() ? "other" : row.stage) + "</td>";
  const double length = longest_share > 0.0 ? 100.0 * row.share / longest_share : 0.0;
  html += "<td>" + percent_text(100.0 * row.share) + "<span class=\"bar\"><span class=\"" +
          stage_class(row.stage) + "\" style=\"width: " + fixed(std::clamp(length, 0.0, 100.0), 1) +
          "%\"></span></span></td>";
  html += cell(time_text(row.total_ms * 1e6)) + cell(count_text(row.calls)) +
          cell(time_text(row.mean_us * 1e3)) + cell(time_text(row.p95_us * 1e3));
  html += rate_cell(row.gb_s, row.memory_percent) + rate_cell(row.tflop_s, row.compute_percent);
  return html + "<td>" + bound_text(row.bound) + (row.overlapped ? " (overlaps)" : "") + "</td></tr>\n";
}

// The name of a record's kernel or op.
std::string name_in_stage(const ProfileSession& session, const ProfileRecord& record) {
  const ProfileKind& kind = session.kinds[record.kind];
  return kind.stage.empty() ? name_of(kind) : name_of(kind) + " (" + kind.stage + ")";
}

std::string gap_row(const ProfileSession& session, const ProfileGap& gap) {
  // Nothing starts within a gap, so the last record before it and the first after it are its neighbours.
  const auto after =
      std::lower_bound(session.records.begin(), session.records.end(), gap.start_ns + gap.duration_ns,
                       [](const ProfileRecord& record, std::int64_t time) { return record.start_ns < time; });
  const std::string before_name =
      after == session.records.begin() ? "the beginning" : name_in_stage(session, *std::prev(after));
  const std::string after_name = after == session.records.end() ? "the end" : name_in_stage(session, *after);
  return "<tr>" + cell(time_text(static_cast<double>(gap.duration_ns))) +
         cell(time_text(static_cast<double>(gap.start_ns))) + "<td class=\"name\">" + html_text(before_name) +
         "</td><td class=\"name\">" + html_text(after_name) + "</td></tr>\n";
}

std::string line(const char* name, const std::string& value) {
  return std::string("<tr><th>") + name + "</th><td>" + value + "</td></tr>\n";
}

std::string ceiling_line(const char* name, const std::optional<double>& value, const char* unit) {
  return line(name, value ? figure(*value) + " " + unit : std::string("not measured"));
}

}  // namespace

std::string kernel_section(const ReportFacts& facts) {
  if (facts.kernels.empty()) return {};
  const std::size_t shown = std::min(most_kernels, facts.kernels.size());
  std::string html =
      "<section>\n<h2>Kernels and ops</h2>\n<div class=\"wide\"><table>\n<caption>Sorted by the time that "
      "each adds to the time in which anything ran. In brackets: rates as a share of what this device "
      "reaches.</caption>\n<tr><th>Name</th>"
      "<th>Stage</th><th>Share</th><th class=\"n\">Total</th><th class=\"n\">Calls</th><th "
      "class=\"n\">Mean</th>"
      "<th class=\"n\">95 % within</th><th class=\"n\">GB/s</th><th class=\"n\">TFLOP/s</th><th>Bound "
      "by</th></tr>\n";
  for (std::size_t i = 0; i < shown; ++i) html += kernel_row(facts.kernels[i], facts.kernels.front().share);
  html += "</table></div>\n";
  if (shown < facts.kernels.size()) {
    double rest = 0.0;
    for (std::size_t i = shown; i < facts.kernels.size(); ++i) rest += facts.kernels[i].share;
    html += "<p class=\"soft\">" + count_text(static_cast<std::int64_t>(facts.kernels.size() - shown)) +
            " more have " + percent_text(100.0 * rest) + " together.</p>\n";
  }
  return html + "</section>\n";
}

std::string idle_section(const ReportFacts& facts) {
  const ProfileIdle& idle = facts.idle;
  std::string html = "<section>\n<h2>Idle time</h2>\n<p>Nothing ran for " +
                     time_text(static_cast<double>(idle.waiting_ns + idle.launch_ns)) + ": " +
                     time_text(static_cast<double>(idle.waiting_ns)) + " in gaps of " +
                     time_text(static_cast<double>(launch_gap_ns)) +
                     " and longer, waiting for the host or the audio, and " +
                     time_text(static_cast<double>(idle.launch_ns)) +
                     " in shorter ones, between a launch and the next.</p>\n";
  if (idle.longest.empty()) return html + "</section>\n";
  html +=
      "<div class=\"wide\"><table>\n<caption>The longest gaps</caption>\n<tr><th class=\"n\">Length</th>"
      "<th class=\"n\">At</th><th>After</th><th>Before</th></tr>\n";
  const std::size_t shown = std::min(most_gaps, idle.longest.size());
  for (std::size_t i = 0; i < shown; ++i) html += gap_row(facts.session, idle.longest[i]);
  return html + "</table></div>\n</section>\n";
}

std::string method_section(const ReportFacts& facts) {
  const ProfileSession& session = facts.session;
  const ProfileSetting& setting = session.setting;
  std::string html = "<section>\n<h2>How this was measured</h2>\n<div class=\"wide\"><table>\n";
  html +=
      line("Source",
           html_text(setting.source) +
               (setting.fallback_reason.empty() ? "" : ". " + html_text(english(setting.fallback_reason))));
  html += line("Detail", setting.full || session.detail_every <= 1
                             ? "Every step of the token loop is recorded in full"
                             : "One step of the token loop in " + count_text(session.detail_every) +
                                   " is recorded in full");
  html += line("Records", count_text(session.taken) + " taken, " +
                              count_text(static_cast<std::int64_t>(session.records.size())) + " kept, " +
                              count_text(session.dropped) + " in the sums alone, " +
                              count_text(session.lost) + " lost");
  html += line("Cost", session.cost_percent < 0.0
                           ? "The cost of tracing is unknown"
                           : "Tracing costs " + percent_text(session.cost_percent) + " of the time");
  const BenchCeilings& ceilings = setting.ceilings;
  html += ceiling_line("Reading memory", ceilings.read_gb_s, "GB/s");
  html += ceiling_line("Copying memory", ceilings.copy_gb_s, "GB/s");
  html += ceiling_line("Products in f32", ceilings.f32_tflop_s, "TFLOP/s");
  html += ceiling_line("Products in TF32", ceilings.tf32_tflop_s, "TFLOP/s");
  html += ceiling_line("Products in bf16", ceilings.bf16_tflop_s, "TFLOP/s");
  html += ceiling_line("Products in fp8", ceilings.fp8_tflop_s, "TFLOP/s");
  html += "</table></div>\n<ul>\n";
  html +=
      "<li>The ceilings are what this device reached on large, simple work, not its maker's figures.</li>\n";
  html +=
      "<li>Operations and bytes are counted from what each op has to do; no hardware counter was read. A "
      "kernel that reads something twice moves more bytes than are counted.</li>\n";
  html +=
      "<li>An overlapping kernel's duration includes time spent waiting for the one before. No rate is given "
      "if that is over a twentieth of it. Shares count every moment once.</li>\n";
  html += "<li>Idle time is measured as the gaps between the records.</li>\n";
  if (session.lost > 0) {
    html +=
        "<li>Records were lost for lack of memory: sums are too small, and some gaps are not idle.</li>\n";
  }
  if (session.dropped > 0) {
    html +=
        "<li>The oldest records were dropped. The sums include them; the timeline and the gaps don't.</li>\n";
  }
  return html + "</ul>\n</section>\n";
}

}  // namespace tilescribe::store

// SPDX-License-Identifier: Apache-2.0
// The report's pictures of time: a bar of the stages, and the run from left to right.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "inference/store/report.h"
#include "inference/store/text.h"

namespace tilescribe::store {
namespace {

constexpr double chart_width = 1000.0;

std::string rect(double x, double y, double width, double height, const std::string& style) {
  return "<rect x=\"" + fixed(x, 2) + "\" y=\"" + fixed(y, 2) + "\" width=\"" + fixed(width, 2) +
         "\" height=\"" + fixed(height, 2) + "\" class=\"" + style + "\"/>\n";
}

std::string text_at(double x, double y, const std::string& anchor, const std::string& style,
                    const std::string& text) {
  return "<text x=\"" + fixed(x, 2) + "\" y=\"" + fixed(y, 2) + "\" text-anchor=\"" + anchor + "\" class=\"" +
         style + "\">" + html_text(text) + "</text>\n";
}

// Idle time is hatched, so it can be recognised without colour.
constexpr const char* hatch_definition =
    "<defs><pattern id=\"idle\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"8\" "
    "class=\"hatch\"/></pattern></defs>\n";

struct Share {
  std::string name, stage;
  std::int64_t ns = 0;
};

std::vector<Share> shares_of(const ReportFacts& facts) {
  std::vector<Share> shares;
  for (const ProfileStage& stage : facts.stages) {
    if (stage.stage == "audio" || stage.busy_ns == 0) continue;
    shares.push_back({stage.stage.empty() ? "other" : stage.stage, stage.stage, stage.busy_ns});
  }
  if (facts.idle.waiting_ns > 0) shares.push_back({"waiting for the host", "idle", facts.idle.waiting_ns});
  if (facts.idle.launch_ns > 0) shares.push_back({"launch gaps", "idle", facts.idle.launch_ns});
  return shares;
}

// For each of equal parts of the run: the stage that took the most of it, and how much of it anything ran.
class Parts {
 public:
  static constexpr std::size_t count = 400;

  Parts(const ReportFacts& facts, int lane) : facts_(facts) {
    const ProfileSession& session = facts.session;
    part_ns_ = std::max(1.0, static_cast<double>(session.duration_ns) / static_cast<double>(count));
    taken_.assign(count * (facts.stages.size() + 1), 0.0);
    std::vector<std::size_t> stage_of_kind;
    for (const ProfileKind& kind : session.kinds) {
      const auto found = std::find_if(facts.stages.begin(), facts.stages.end(),
                                      [&](const ProfileStage& stage) { return stage.stage == kind.stage; });
      stage_of_kind.push_back(static_cast<std::size_t>(found - facts.stages.begin()));
    }
    for (std::size_t i = 0; i < session.records.size(); ++i) {
      if (lane >= 0 && facts.lanes.lane_of[i] != lane) continue;
      add(session.records[i], stage_of_kind[session.records[i].kind]);
    }
  }

  double filled(std::size_t part) const {
    double sum = 0.0;
    for (std::size_t stage = 0; stage <= facts_.stages.size(); ++stage) sum += at(part, stage);
    return std::min(1.0, sum / part_ns_);
  }
  std::string stage(std::size_t part) const {
    std::size_t longest = 0;
    for (std::size_t stage = 1; stage <= facts_.stages.size(); ++stage) {
      if (at(part, stage) > at(part, longest)) longest = stage;
    }
    return longest < facts_.stages.size() ? facts_.stages[longest].stage : std::string();
  }

 private:
  double at(std::size_t part, std::size_t stage) const {
    return taken_[part * (facts_.stages.size() + 1) + stage];
  }

  void add(const ProfileRecord& record, std::size_t stage) {
    const double begin = std::max(0.0, static_cast<double>(record.start_ns));
    const double end = std::min(static_cast<double>(record.end_ns()), part_ns_ * static_cast<double>(count));
    if (end <= begin) return;
    const auto first = static_cast<std::size_t>(begin / part_ns_);
    for (std::size_t part = first; part < count; ++part) {
      const double from = static_cast<double>(part) * part_ns_;
      if (from >= end) break;
      taken_[part * (facts_.stages.size() + 1) + stage] +=
          std::min(end, from + part_ns_) - std::max(begin, from);
    }
  }

  const ReportFacts& facts_;
  double part_ns_ = 1.0;
  std::vector<double> taken_;  // (part, stage), nanoseconds
};

constexpr double names_width = 130.0;  // the names of the rows

double x_of(std::size_t part) {
  return names_width +
         (chart_width - names_width) * static_cast<double>(part) / static_cast<double>(Parts::count);
}

// A lane. The height is the share of time in which something ran; the colour is that of the longest stage.
// Equal neighbours are merged.
std::string lane_row(const Parts& parts, double y, double height) {
  std::string svg = rect(names_width, y, chart_width - names_width, height, "backdrop");
  for (std::size_t part = 0; part < Parts::count;) {
    const double filled = std::round(10.0 * parts.filled(part)) / 10.0;
    const std::string stage = parts.stage(part);
    std::size_t end = part + 1;
    while (end < Parts::count && parts.stage(end) == stage &&
           std::round(10.0 * parts.filled(end)) / 10.0 == filled) {
      ++end;
    }
    if (filled > 0.0) {
      svg += rect(x_of(part), y + height * (1.0 - filled), x_of(end) - x_of(part), height * filled,
                  stage_class(stage));
    }
    part = end;
  }
  return svg;
}

// The names of the stages, above the places that have room for them.
std::string stage_names_row(const Parts& parts, double y) {
  std::string svg;
  for (std::size_t part = 0; part < Parts::count;) {
    const std::string stage = parts.stage(part);
    std::size_t end = part + 1;
    while (end < Parts::count && parts.stage(end) == stage) ++end;
    const double width = x_of(end) - x_of(part);
    if (parts.filled(part) > 0.0 && width > 7.0 * static_cast<double>(stage.size()) + 4.0) {
      svg += text_at((x_of(part) + x_of(end)) / 2.0, y, "middle", "soft", stage.empty() ? "other" : stage);
    }
    part = end;
  }
  return svg;
}

std::string time_axis(double y, double top, std::int64_t duration_ns) {
  // 1, 2 or 5 times a power of ten, at least four and at most ten of them.
  const auto whole = static_cast<double>(duration_ns);
  double step = std::pow(10.0, std::floor(std::log10(whole / 4.0)));
  for (const double factor : {5.0, 2.0}) {
    if (whole / (step * factor) >= 4.0) {
      step *= factor;
      break;
    }
  }
  std::string svg;
  for (double at = 0.0; at <= whole; at += step) {
    const double x = names_width + (chart_width - names_width) * at / whole;
    svg += "<line x1=\"" + fixed(x, 2) + "\" y1=\"" + fixed(top, 2) + "\" x2=\"" + fixed(x, 2) + "\" y2=\"" +
           fixed(y, 2) + "\" class=\"grid\"/>\n";
    if (x < chart_width - 30.0)
      svg += text_at(x, y + 16.0, at == 0.0 ? "start" : "middle", "soft", time_text(at));
  }
  return svg;
}

}  // namespace

std::string stage_section(const ReportFacts& facts) {
  std::string html = "<section>\n<h2>Time by stage</h2>\n";
  const std::vector<Share> shares = shares_of(facts);
  double whole = 0.0;
  for (const Share& share : shares) whole += static_cast<double>(share.ns);
  if (whole <= 0.0) return html + "<p>No time was recorded.</p>\n</section>\n";

  std::string bar, table;
  double x = 0.0;
  for (const Share& share : shares) {
    const double part = static_cast<double>(share.ns) / whole;
    const double width = chart_width * part;
    // A gap between neighbours separates them without colour.
    bar += rect(x, 0.0, std::max(0.5, width - 2.0), 40.0, stage_class(share.stage));
    const std::string label = share.name + " " + percent_text(100.0 * part);
    if (width > 7.5 * static_cast<double>(label.size())) bar += text_at(x, 58.0, "start", "", label);
    x += width;
    table += "<tr><td><span class=\"key " + stage_class(share.stage) + "\"></span>" + html_text(share.name) +
             "</td><td class=\"n\">" + time_text(static_cast<double>(share.ns)) + "</td><td class=\"n\">" +
             percent_text(100.0 * part) + "</td></tr>\n";
  }
  html +=
      "<figure class=\"wide\"><svg viewBox=\"0 0 1000 64\" role=\"img\" aria-label=\"Shares of time by "
      "stage\">\n" +
      std::string(hatch_definition) + bar + "</svg></figure>\n";
  html +=
      "<div class=\"wide\"><table>\n<tr><th>Stage</th><th class=\"n\">Time</th><th "
      "class=\"n\">Share</th></tr>\n" +
      table + "</table></div>\n";
  if (facts.session.dropped > 0) {
    html += "<p class=\"soft\">Shares of the time whose records were kept.</p>\n";
  }
  const auto overlap = facts.busy_ns - facts.idle.busy_ns;
  if (overlap > facts.idle.busy_ns / 100) {
    html += "<p class=\"soft\">Stages overlap for " + time_text(static_cast<double>(overlap)) +
            "; the shares are of their sum.</p>\n";
  }
  for (const ProfileStage& stage : facts.stages) {
    if (stage.stage != "audio") continue;
    html += "<p class=\"soft\">Reading and cutting the audio took the host " +
            time_text(static_cast<double>(std::max(stage.busy_ns, stage.host_ns))) +
            ", during the work above or while it waited.</p>\n";
  }
  return html + "</section>\n";
}

std::string timeline_section(const ReportFacts& facts) {
  if (facts.session.records.empty() || facts.session.duration_ns <= 0) return {};
  constexpr std::size_t most_lanes = 8;
  constexpr double row = 26.0, gap = 6.0;
  const std::size_t shown = std::min(most_lanes, facts.lanes.lanes.size());
  double y = 20.0;
  std::string rows = stage_names_row(Parts(facts, -1), 13.0);
  const double bottom = y + static_cast<double>(shown) * (row + gap);
  rows = time_axis(bottom, y, facts.session.duration_ns) + rows;
  for (std::size_t i = 0; i < shown; ++i) {
    rows += lane_row(Parts(facts, static_cast<int>(i)), y, row);
    rows += text_at(0.0, y + 18.0, "start", "", facts.lanes.lanes[i].name);
    y += row + gap;
  }
  std::string html =
      "<section>\n<h2>Timeline</h2>\n<figure class=\"wide\"><svg viewBox=\"0 0 1000 " +
      fixed(bottom + 24.0, 0) + "\" role=\"img\" aria-label=\"What ran when\">\n" + rows +
      "</svg>\n<figcaption>Each row is a lane on which nothing overlaps. The height of a column is the share "
      "of its time in which something ran. Its colour is that of the stage that took the most of it.";
  if (shown < facts.lanes.lanes.size()) {
    html += " " + count_text(static_cast<std::int64_t>(facts.lanes.lanes.size() - shown)) +
            " more lanes are not shown.";
  }
  if (facts.session.dropped > 0) {
    html += " The records of the beginning were not kept; something may have run where nothing is shown.";
  }
  return html + "</figcaption></figure>\n</section>\n";
}

}  // namespace tilescribe::store

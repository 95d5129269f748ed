// SPDX-License-Identifier: Apache-2.0
// The report's pictures of time: a bar of the stages, and the run from left to right.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string_view>

#include "inference/store/report.h"
#include "inference/store/text.h"

namespace tilescribe::store {
namespace {

using nlohmann::json;

constexpr double chart_width = 1000.0;

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

  Parts(const ReportFacts& facts, int lane)
      : facts_(facts), stages_(std::min(most_stages, facts.stages.size())) {
    const ProfileSession& session = facts.session;
    part_ns_ = std::max(1.0, static_cast<double>(session.duration_ns) / static_cast<double>(count));
    taken_.assign(count * (stages_ + 1), 0.0);
    std::map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < stages_; ++i) places.emplace(facts.stages[i].stage, i);
    std::vector<std::size_t> stage_of_kind;
    for (const ProfileKind& kind : session.kinds) {
      const auto found = places.find(kind.stage);
      stage_of_kind.push_back(found != places.end() ? found->second : stages_);
    }
    for (std::size_t i = 0; i < session.records.size(); ++i) {
      if (lane >= 0 && facts.lanes.lane_of[i] != lane) continue;
      add(session.records[i], stage_of_kind[session.records[i].kind]);
    }
  }

  double filled(std::size_t part) const {
    double sum = 0.0;
    for (std::size_t stage = 0; stage <= stages_; ++stage) sum += at(part, stage);
    return std::min(1.0, sum / part_ns_);
  }
  std::string stage(std::size_t part) const {
    std::size_t longest = 0;
    for (std::size_t stage = 1; stage <= stages_; ++stage) {
      if (at(part, stage) > at(part, longest)) longest = stage;
    }
    return longest < stages_ ? facts_.stages[longest].stage : std::string();
  }

 private:
  static constexpr std::size_t most_stages = 64;  // the first ones; a file from elsewhere may have a million

  double at(std::size_t part, std::size_t stage) const { return taken_[part * (stages_ + 1) + stage]; }

  void add(const ProfileRecord& record, std::size_t stage) {
    const double begin = std::max(0.0, static_cast<double>(record.start_ns));
    const double end = std::min(static_cast<double>(record.end_ns()), part_ns_ * static_cast<double>(count));
    if (end <= begin) return;
    const auto first = static_cast<std::size_t>(begin / part_ns_);
    for (std::size_t part = first; part < count; ++part) {
      const double from = static_cast<double>(part) * part_ns_;
      if (from >= end) break;
      taken_[part * (stages_ + 1) + stage] += std::min(end, from + part_ns_) - std::max(begin, from);
    }
  }

  const ReportFacts& facts_;
  std::size_t stages_;  // told apart; the others are together in the place behind them
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
void add_lane(json& shapes, const Parts& parts, double y, double lane_height) {
  shapes.push_back(rect(names_width, y, chart_width - names_width, lane_height, "backdrop"));
  for (std::size_t part = 0; part < Parts::count;) {
    const double filled = std::round(10.0 * parts.filled(part)) / 10.0;
    const std::string stage = parts.stage(part);
    std::size_t end = part + 1;
    while (end < Parts::count && parts.stage(end) == stage &&
           std::round(10.0 * parts.filled(end)) / 10.0 == filled) {
      ++end;
    }
    if (filled > 0.0) {
      shapes.push_back(rect(x_of(part), y + lane_height * (1.0 - filled), x_of(end) - x_of(part),
                            lane_height * filled, stage_class(stage)));
    }
    part = end;
  }
}

// The names of the stages, above the places that have room for them.
void add_stage_names(json& shapes, const Parts& parts, double y) {
  for (std::size_t part = 0; part < Parts::count;) {
    const std::string stage = parts.stage(part);
    std::size_t end = part + 1;
    while (end < Parts::count && parts.stage(end) == stage) ++end;
    const double width = x_of(end) - x_of(part);
    if (parts.filled(part) > 0.0 && width > 7.0 * static_cast<double>(stage.size()) + 4.0) {
      shapes.push_back(
          label((x_of(part) + x_of(end)) / 2.0, y, "middle", "soft", stage.empty() ? "other" : stage));
    }
    part = end;
  }
}

void add_time_axis(json& shapes, double y, double lanes_top, std::int64_t duration_ns) {
  // 1, 2 or 5 times a power of ten, at least four and at most ten of them.
  const auto whole = static_cast<double>(duration_ns);
  double step = std::pow(10.0, std::floor(std::log10(whole / 4.0)));
  for (const double factor : {5.0, 2.0}) {
    if (whole / (step * factor) >= 4.0) {
      step *= factor;
      break;
    }
  }
  for (int i = 0; i * step <= whole; ++i) {
    const double at = i * step;
    const double x = names_width + (chart_width - names_width) * at / whole;
    shapes.push_back(line(x, lanes_top, x, y, "grid"));
    if (x < chart_width - 30.0)
      shapes.push_back(label(x, y + 16.0, i == 0 ? "start" : "middle", "soft", time_text(at)));
  }
}

}  // namespace

json stage_section(const ReportFacts& facts) {
  const std::vector<Share> shares = shares_of(facts);
  double whole = 0.0;
  for (const Share& share : shares) whole += static_cast<double>(share.ns);
  if (whole <= 0.0) return {};

  json shapes = json::array(), rows = json::array();
  double x = 0.0;
  for (const Share& share : shares) {
    const double part = static_cast<double>(share.ns) / whole;
    const double width = chart_width * part;
    // A gap between neighbours separates them without colour.
    shapes.push_back(rect(x, 0.0, std::max(0.5, width - 2.0), 40.0, stage_class(share.stage)));
    const std::string percent = percent_text(100.0 * part);
    const std::string words = share.name + " " + percent;
    if (width > 7.5 * static_cast<double>(words.size())) shapes.push_back(label(x, 58.0, "start", "", words));
    x += width;
    rows.push_back({{"class", stage_class(share.stage)},
                    {"name", share.name},
                    {"time", time_text(static_cast<double>(share.ns))},
                    {"share", percent}});
  }
  json values{{"shapes", shapes}, {"rows", rows}};
  const auto overlap = facts.busy_ns - facts.idle.busy_ns;
  if (overlap > facts.idle.busy_ns / 100) values["overlap"] = time_text(static_cast<double>(overlap));
  for (const ProfileStage& stage : facts.stages) {
    if (stage.stage == "audio")
      values["reading"] = time_text(static_cast<double>(std::max(stage.busy_ns, stage.host_ns)));
  }
  return values;
}

json timeline_section(const ReportFacts& facts) {
  if (facts.session.records.empty() || facts.session.duration_ns <= 0) return {};
  constexpr std::size_t most_lanes = 8;
  constexpr double row = 26.0, gap = 6.0;
  const std::size_t shown = std::min(most_lanes, facts.lanes.lanes.size());
  const std::size_t more = facts.lanes.lanes.size() - shown;
  double y = 20.0;
  const double bottom = y + static_cast<double>(shown) * (row + gap);
  json shapes = json::array();
  add_time_axis(shapes, bottom, y, facts.session.duration_ns);
  add_stage_names(shapes, Parts(facts, -1), 13.0);
  for (std::size_t i = 0; i < shown; ++i) {
    add_lane(shapes, Parts(facts, static_cast<int>(i)), y, row);
    shapes.push_back(label(0.0, y + 18.0, "start", "", facts.lanes.lanes[i].name));
    y += row + gap;
  }
  return {{"height", fixed(bottom + 24.0, 0)},
          {"shapes", shapes},
          {"more", more > 0 ? count_text(static_cast<std::int64_t>(more)) : std::string()}};
}

}  // namespace tilescribe::store

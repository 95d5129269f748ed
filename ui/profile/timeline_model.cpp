// SPDX-License-Identifier: Apache-2.0
#include "ui/profile/timeline_model.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include "ui/profile/profiling_texts.h"
#include "ui/profile/row_selection.h"

namespace tilescribe::ui {

namespace {

using Intervals = std::vector<LevelOfDetail::Interval>;

/// Puts each item on the first free row; the last row takes the items that find none.
template <typename Item, typename Begin, typename End>
std::vector<std::size_t> rows_of(const std::vector<Item>& items, std::size_t most, Begin begin, End end) {
  std::vector<std::int64_t> free_from;
  std::vector<std::size_t> rows;
  rows.reserve(items.size());
  for (const Item& item : items) {
    std::size_t row = 0;
    while (row < free_from.size() && free_from[row] > std::invoke(begin, item)) ++row;
    if (row == free_from.size() && row < most) free_from.push_back(0);
    row = std::min(row, most - 1);
    free_from[row] = std::max(free_from[row], std::invoke(end, item));
    rows.push_back(row);
  }
  return rows;
}

void arrange_records(TimelineModel& model) {
  ProfileLanes lanes = profile_lanes(*model.session);
  model.lane_of = std::move(lanes.lane_of);
  std::vector<std::uint8_t> colours;  // by kind
  for (const ProfileKind& kind : model.session->kinds) colours.push_back(stage_place(kind.stage));
  std::vector<std::size_t> sizes(lanes.lanes.size(), 0);
  for (const std::uint16_t lane : model.lane_of) ++sizes[lane];
  std::vector<Intervals> intervals(lanes.lanes.size());
  for (std::size_t lane = 0; lane < sizes.size(); ++lane) intervals[lane].reserve(sizes[lane]);
  Intervals all;
  std::array<bool, LevelOfDetail::colours> occurs{};
  const auto& records = model.session->records;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const ProfileRecord& record = records[i];
    const std::uint8_t colour = colours[record.kind];
    occurs[colour] = true;
    intervals[model.lane_of[i]].push_back(
        {record.start_ns, record.end_ns(), static_cast<std::uint32_t>(i), colour});
    if (all.empty() || record.start_ns > all.back().end_ns) {
      all.push_back({record.start_ns, record.end_ns(), 0, 0});
    } else {
      all.back().end_ns = std::max(all.back().end_ns, record.end_ns());
    }
  }
  model.busy = LevelOfDetail(std::move(all));
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const ProfileActivity activity =
        intervals[i].empty() ? ProfileActivity::kernel
                             : model.session->kinds[records[intervals[i].front().id].kind].activity;
    const bool of_ops = activity == ProfileActivity::op || activity == ProfileActivity::replay;
    const ProfileLane& lane = lanes.lanes[i];
    model.rows.push_back(
        {profile_name(lane.name), false, lane.stream, of_ops, LevelOfDetail(std::move(intervals[i]))});
  }
  for (const ProfileSpan& span : model.session->spans) occurs[stage_place(span.stage)] = true;
  for (std::size_t i = 0; i < occurs.size(); ++i) {
    if (occurs[i]) model.stages.push_back(static_cast<std::uint8_t>(i));
  }
}

void arrange_host(TimelineModel& model) {
  constexpr std::size_t most_rows = 3;
  const auto rows = rows_of(model.session->spans, most_rows, &ProfileSpan::start_ns, &ProfileSpan::end_ns);
  std::vector<Intervals> intervals;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] >= intervals.size()) intervals.resize(rows[i] + 1);
    const ProfileSpan& span = model.session->spans[i];
    intervals[rows[i]].push_back(
        {span.start_ns, span.end_ns(), static_cast<std::uint32_t>(i), stage_place(span.stage)});
  }
  for (Intervals& row : intervals) {
    const QString name = model.rows.empty() ? ProfilingTexts::tr("Host") : QString();
    model.rows.push_back({.name = name, .of_host = true, .detail = LevelOfDetail(std::move(row))});
  }
  model.host_rows = model.rows.size();
}

void arrange_windows(TimelineModel& model) {
  std::vector<TimelineBlock> alone;
  for (std::size_t i = 0; i < model.session->windows.size(); ++i) {
    const ProfileWindow& window = model.session->windows[i];
    alone.push_back(
        {window.begin_ns, window.end_ns > window.begin_ns ? window.end_ns : model.duration_ns, 0, {i}});
  }
  std::ranges::stable_sort(alone, {}, &TimelineBlock::begin_ns);
  // Windows that overlap one after the other are placed together, or form one block.
  for (std::size_t first = 0; first < alone.size();) {
    std::int64_t end = alone[first].end_ns;
    std::size_t last = first + 1;
    while (last < alone.size() && alone[last].begin_ns < end) end = std::max(end, alone[last++].end_ns);
    std::vector<TimelineBlock> group(alone.begin() + static_cast<std::ptrdiff_t>(first),
                                     alone.begin() + static_cast<std::ptrdiff_t>(last));
    const auto rows =
        rows_of(group, TimelineModel::most_window_rows + 1, &TimelineBlock::begin_ns, &TimelineBlock::end_ns);
    if (std::ranges::max(rows) < TimelineModel::most_window_rows) {
      for (std::size_t i = 0; i < group.size(); ++i) {
        group[i].row = rows[i];
        model.blocks.push_back(std::move(group[i]));
      }
    } else {
      TimelineBlock together{group.front().begin_ns, end, 0, {}};
      for (const TimelineBlock& block : group) together.windows.push_back(block.windows.front());
      std::sort(together.windows.begin(), together.windows.end());
      model.blocks.push_back(std::move(together));
    }
    first = last;
  }
}

void arrange_tokens(TimelineModel& model) {
  std::map<std::int32_t, std::size_t> row_of;  // by ProfileWindow::index
  std::size_t rows = model.session->tokens.empty() ? 0 : 1;
  for (const TimelineBlock& block : model.blocks) {
    rows = std::max(rows, block.row + 1);
    for (const std::size_t window : block.windows) row_of[model.session->windows[window].index] = block.row;
  }
  model.tokens.resize(rows);
  for (std::size_t i = 0; i < model.session->tokens.size(); ++i) {
    const auto found = row_of.find(model.session->tokens[i].window);
    const std::size_t row = found == row_of.end() ? 0 : found->second;
    model.tokens[row].push_back({model.session->tokens[i].at_ns, i});
  }
}

}  // namespace

TimelineModel::TimelineModel(std::shared_ptr<const ProfileSession> shown) : session(std::move(shown)) {
  if (session == nullptr) return;
  duration_ns = session->duration_ns;
  for (const ProfileRecord& record : session->records) {
    duration_ns = std::max(duration_ns, record.end_ns());
  }
  for (const ProfileSpan& span : session->spans) duration_ns = std::max(duration_ns, span.end_ns());
  names.reserve(session->kinds.size());
  for (const ProfileKind& kind : session->kinds) {
    const std::string& name = !kind.short_name.empty() ? kind.short_name
                              : !kind.op.empty()       ? kind.op
                                                       : kind.kernel;
    names.push_back(QString::fromStdString(name));
  }
  arrange_host(*this);
  arrange_records(*this);
  arrange_windows(*this);
  arrange_tokens(*this);
  for (const ProfileMemory& memory : session->memory) {
    most_memory_bytes = std::max(most_memory_bytes, memory.used_bytes);
  }
  gaps = profile_idle(*session).longest;
}

bool TimelineModel::empty() const {
  return session == nullptr || (session->records.empty() && session->spans.empty());
}

void TimelineModel::select(const ProfileSelection& selection) {
  if (session == nullptr) return;
  const ProfileSelection what = without_range(selection);
  // The host's time belongs to no kernel and no layer.
  const bool others = !what.kinds.empty() || what.layer.has_value();
  for (Row& row : rows) {
    row.detail.dim([&](std::uint32_t id) {
      if (!row.of_host) return !is_selected(*session, session->records[id], what);
      return others || (what.stage && session->spans[id].stage != *what.stage);
    });
  }
}

TimelineMeasure TimelineModel::measure(ProfileSelection::Range range) const {
  TimelineMeasure measure;
  measure.length_ns = std::max<std::int64_t>(0, range.end_ns - range.begin_ns);
  std::int64_t known_from = range.begin_ns;
  if (session != nullptr && session->dropped > 0 && !session->records.empty()) {
    known_from = std::max(known_from, session->records.front().start_ns);
  }
  measure.idle_ns =
      std::max<std::int64_t>(0, range.end_ns - known_from - busy.busy_ns(range.begin_ns, range.end_ns));
  for (const Row& lane : lanes()) {
    measure.records += static_cast<std::int64_t>(lane.detail.within(range.begin_ns, range.end_ns).count());
  }
  return measure;
}

bool TimelineModel::overlaps_others(std::size_t record) const {
  const ProfileRecord& asked = session->records[record];
  const Row& own = lanes()[lane_of[record]];
  return std::ranges::any_of(lanes(), [&](const Row& lane) {
    return &lane != &own && lane.stream == asked.stream && lane.of_ops == own.of_ops &&
           lane.detail.busy_ns(asked.start_ns, asked.end_ns()) > 0;
  });
}

}  // namespace tilescribe::ui

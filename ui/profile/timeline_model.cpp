// SPDX-License-Identifier: Apache-2.0
#include "ui/profile/timeline_model.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "ui/profile/row_selection.h"
#include "ui/profile/stages.h"

namespace tilescribe::ui {

namespace {

using Intervals = std::vector<LevelOfDetail::Interval>;

/// Puts each item on the first free row; the last row takes the items that find none.
template <typename Item, typename Begin, typename End>
std::vector<int> rows_of(const std::vector<Item>& items, int most, Begin begin, End end) {
  std::vector<std::int64_t> free_from;
  std::vector<int> rows;
  rows.reserve(items.size());
  for (const Item& item : items) {
    std::size_t row = 0;
    while (row < free_from.size() && free_from[row] > begin(item)) ++row;
    if (row == free_from.size()) free_from.push_back(0);
    row = std::min(row, static_cast<std::size_t>(most - 1));
    free_from[row] = std::max(free_from[row], end(item));
    rows.push_back(static_cast<int>(row));
  }
  return rows;
}

}  // namespace

TimelineModel::TimelineModel(std::shared_ptr<const ProfileSession> session) : session_(std::move(session)) {
  if (session_ == nullptr) return;
  duration_ns_ = session_->duration_ns;
  for (const ProfileRecord& record : session_->records) {
    duration_ns_ = std::max(duration_ns_, record.end_ns());
  }
  for (const ProfileSpan& span : session_->spans) duration_ns_ = std::max(duration_ns_, span.end_ns());
  names_.reserve(session_->kinds.size());
  for (const ProfileKind& kind : session_->kinds) {
    const std::string& name = !kind.short_name.empty() ? kind.short_name
                              : !kind.op.empty()       ? kind.op
                                                       : kind.kernel;
    names_.push_back(QString::fromStdString(name));
  }
  arrange_records();
  arrange_host();
  arrange_windows();
  arrange_tokens();
  for (const ProfileMemory& memory : session_->memory) {
    most_memory_bytes_ = std::max(most_memory_bytes_, memory.used_bytes);
  }
  gaps_ = profile_idle(*session_).longest;
}

bool TimelineModel::empty() const {
  return session_ == nullptr || (session_->records.empty() && session_->spans.empty());
}

void TimelineModel::arrange_records() {
  ProfileLanes lanes = profile_lanes(*session_);
  lane_of_ = std::move(lanes.lane_of);
  std::vector<std::uint8_t> colours;  // by kind
  for (const ProfileKind& kind : session_->kinds) colours.push_back(stage_place(kind.stage));
  std::vector<std::size_t> sizes(lanes.lanes.size(), 0);
  for (const std::uint16_t lane : lane_of_) ++sizes[lane];
  std::vector<Intervals> intervals(lanes.lanes.size());
  for (std::size_t lane = 0; lane < sizes.size(); ++lane) intervals[lane].reserve(sizes[lane]);
  Intervals all;
  std::array<bool, LevelOfDetail::colours> occurs{};
  const auto& records = session_->records;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const ProfileRecord& record = records[i];
    const std::uint8_t colour = colours[record.kind];
    occurs[colour] = true;
    intervals[lane_of_[i]].push_back(
        {record.start_ns, record.end_ns(), static_cast<std::uint32_t>(i), colour});
    if (all.empty() || record.start_ns > all.back().end_ns) {
      all.push_back({record.start_ns, record.end_ns(), 0, 0});
    } else {
      all.back().end_ns = std::max(all.back().end_ns, record.end_ns());
    }
  }
  busy_ = LevelOfDetail(std::move(all));
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const ProfileActivity activity = intervals[i].empty()
                                         ? ProfileActivity::kernel
                                         : session_->kinds[records[intervals[i].front().id].kind].activity;
    const bool of_ops = activity == ProfileActivity::op || activity == ProfileActivity::replay;
    lanes_.push_back({lanes.lanes[i], QString::fromStdString(lanes.lanes[i].name), of_ops,
                      LevelOfDetail(std::move(intervals[i]))});
  }
  for (const ProfileSpan& span : session_->spans) occurs[stage_place(span.stage)] = true;
  for (std::size_t i = 0; i < occurs.size(); ++i) {
    if (occurs[i]) stages_.push_back(static_cast<std::uint8_t>(i));
  }
}

void TimelineModel::arrange_host() {
  constexpr int most_rows = 3;
  const auto rows = rows_of(
      session_->spans, most_rows, [](const ProfileSpan& span) { return span.start_ns; },
      [](const ProfileSpan& span) { return span.end_ns(); });
  std::vector<Intervals> intervals;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    if (row >= intervals.size()) intervals.resize(row + 1);
    const ProfileSpan& span = session_->spans[i];
    intervals[row].push_back(
        {span.start_ns, span.end_ns(), static_cast<std::uint32_t>(i), stage_place(span.stage)});
  }
  for (Intervals& row : intervals) host_rows_.emplace_back(std::move(row));
}

void TimelineModel::arrange_windows() {
  std::vector<TimelineBlock> alone;
  for (std::size_t i = 0; i < session_->windows.size(); ++i) {
    const ProfileWindow& window = session_->windows[i];
    alone.push_back(
        {window.begin_ns, window.end_ns > window.begin_ns ? window.end_ns : duration_ns_, 0, {i}});
  }
  std::stable_sort(alone.begin(), alone.end(),
                   [](const TimelineBlock& a, const TimelineBlock& b) { return a.begin_ns < b.begin_ns; });
  // Windows that overlap one after the other are placed together, or form one block.
  for (std::size_t first = 0; first < alone.size();) {
    std::int64_t end = alone[first].end_ns;
    std::size_t last = first + 1;
    while (last < alone.size() && alone[last].begin_ns < end) end = std::max(end, alone[last++].end_ns);
    std::vector<TimelineBlock> group(alone.begin() + static_cast<std::ptrdiff_t>(first),
                                     alone.begin() + static_cast<std::ptrdiff_t>(last));
    const auto rows = rows_of(
        group, most_window_rows + 1, [](const TimelineBlock& block) { return block.begin_ns; },
        [](const TimelineBlock& block) { return block.end_ns; });
    if (std::ranges::max(rows) < most_window_rows) {
      for (std::size_t i = 0; i < group.size(); ++i) {
        group[i].row = rows[i];
        blocks_.push_back(std::move(group[i]));
      }
    } else {
      TimelineBlock together{group.front().begin_ns, end, 0, {}};
      for (const TimelineBlock& block : group) together.windows.push_back(block.windows.front());
      std::sort(together.windows.begin(), together.windows.end());
      blocks_.push_back(std::move(together));
    }
    first = last;
  }
}

void TimelineModel::arrange_tokens() {
  std::map<std::int32_t, int> row_of;  // by ProfileWindow::index
  int rows = session_->tokens.empty() ? 0 : 1;
  for (const TimelineBlock& block : blocks_) {
    rows = std::max(rows, block.row + 1);
    for (const std::size_t window : block.windows) row_of[session_->windows[window].index] = block.row;
  }
  tokens_.resize(static_cast<std::size_t>(rows));
  for (std::size_t i = 0; i < session_->tokens.size(); ++i) {
    const auto found = row_of.find(session_->tokens[i].window);
    const int row = found == row_of.end() ? 0 : found->second;
    tokens_[static_cast<std::size_t>(row)].push_back({session_->tokens[i].at_ns, i});
  }
}

void TimelineModel::select(const ProfileSelection& selection) {
  if (session_ == nullptr) return;
  const ProfileSelection what = without_range(selection);
  if (what.empty() && !dimmed_) return;
  dimmed_ = !what.empty();
  for (Lane& lane : lanes_) {
    lane.detail.dim([&](std::uint32_t id) { return !is_selected(*session_, session_->records[id], what); });
  }
  for (LevelOfDetail& row : host_rows_) {
    // The host's time belongs to no kernel and no layer.
    const bool others = !what.kinds.empty() || what.layer.has_value();
    row.dim(
        [&](std::uint32_t id) { return others || (what.stage && session_->spans[id].stage != *what.stage); });
  }
}

TimelineMeasure TimelineModel::measure(ProfileSelection::Range range) const {
  TimelineMeasure measure;
  measure.length_ns = std::max<std::int64_t>(0, range.end_ns - range.begin_ns);
  std::int64_t known_from = range.begin_ns;
  if (session_ != nullptr && session_->dropped > 0 && !session_->records.empty()) {
    known_from = std::max(known_from, session_->records.front().start_ns);
  }
  measure.idle_ns =
      std::max<std::int64_t>(0, range.end_ns - known_from - busy_.busy_ns(range.begin_ns, range.end_ns));
  for (const Lane& lane : lanes_) {
    measure.records += static_cast<std::int64_t>(lane.detail.within(range.begin_ns, range.end_ns).count());
  }
  return measure;
}

bool TimelineModel::overlaps_others(std::size_t record) const {
  const ProfileRecord& asked = session_->records[record];
  const Lane& own = lanes_[lane_of_[record]];
  return std::ranges::any_of(lanes_, [&](const Lane& lane) {
    return &lane != &own && lane.lane.stream == asked.stream && lane.of_ops == own.of_ops &&
           lane.detail.busy_ns(asked.start_ns, asked.end_ns()) > 0;
  });
}

}  // namespace tilescribe::ui

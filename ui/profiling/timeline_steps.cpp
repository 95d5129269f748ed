// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/timeline_steps.h"

#include <algorithm>
#include <ranges>
#include <vector>

namespace tilescribe::ui {

namespace {

using Row = TimelineRow::Kind;

const LevelOfDetail& intervals_of(const TimelineModel& model, const TimelinePlace& row) {
  return model.intervals(row.row == Row::lane, row.index);
}

TimelinePlace place_at(const TimelineModel& model, Row row, std::size_t index, std::size_t at) {
  TimelinePlace place{row, index, at, 0};
  const LevelOfDetail::Interval& interval = interval_at(model, place);
  place.moment_ns = interval.start_ns + (interval.end_ns - interval.start_ns) / 2;
  return place;
}

/// Rows with contents, from the top.
std::vector<TimelinePlace> rows_of(const TimelineModel& model) {
  std::vector<TimelinePlace> rows;
  const auto add = [&](Row row, std::size_t count) {
    for (std::size_t index = 0; index < count; ++index) {
      if (model.intervals(row == Row::lane, index).size() > 0) rows.push_back({row, index, 0, 0});
    }
  };
  add(Row::host, model.host_rows.size());
  add(Row::lane, model.lanes.size());
  return rows;
}

std::optional<TimelinePlace> nearest(const TimelineModel& model, TimelinePlace row, std::int64_t moment_ns) {
  const std::int64_t anywhere = model.duration_ns + 1;
  const std::int64_t found =
      intervals_of(model, row).find(std::clamp<std::int64_t>(moment_ns, 0, anywhere), anywhere);
  if (found < 0) return {};
  row.at = static_cast<std::size_t>(found);
  row.moment_ns = moment_ns;
  return row;
}

std::optional<TimelinePlace> begin_at(const TimelineModel& model, const std::vector<TimelinePlace>& rows,
                                      TimelineStep step, std::int64_t moment_ns) {
  if (rows.empty()) return {};
  const auto lane = std::ranges::find(rows, Row::lane, &TimelinePlace::row);
  const TimelinePlace& row = lane == rows.end() ? rows.front() : *lane;
  if (step == TimelineStep::first) return place_at(model, row.row, row.index, 0);
  if (step == TimelineStep::last) {
    return place_at(model, row.row, row.index, intervals_of(model, row).size() - 1);
  }
  return nearest(model, row, moment_ns);
}

std::optional<TimelinePlace> to_record(const TimelineModel& model, const TimelinePlace& from, bool behind,
                                       const ProfileSelection& selection) {
  const ProfileSession& session = *model.session;
  const auto& records = session.records;
  const LevelOfDetail::Interval& interval = interval_at(model, from);
  // Our position among the records: our own record, or for the host's time the first one that begins in it.
  auto at = static_cast<std::int64_t>(interval.id);
  if (from.row == Row::host) {
    const auto next =
        std::ranges::lower_bound(records, interval.start_ns, {}, &ProfileRecord::start_ns) - records.begin();
    at = behind ? next - 1 : next;
  }
  // Most records are told by their kind: a million may lie on the way.
  ProfileSelection of_kind;
  of_kind.stage = selection.stage;
  of_kind.kinds = selection.kinds;
  std::vector<bool> kinds(session.kinds.size());
  for (std::uint32_t kind = 0; kind < kinds.size(); ++kind) {
    ProfileRecord record;
    record.kind = kind;
    kinds[kind] = is_selected(session, record, of_kind);
  }
  const std::int64_t step = behind ? 1 : -1;
  for (at += step; at >= 0 && at < std::ssize(records); at += step) {
    const ProfileRecord& record = records[static_cast<std::size_t>(at)];
    if (!kinds[record.kind] || !is_selected(session, record, selection)) continue;
    return place_of(model, Row::lane, static_cast<std::uint32_t>(at));
  }
  return {};
}

}  // namespace

const LevelOfDetail::Interval& interval_at(const TimelineModel& model, const TimelinePlace& place) {
  return intervals_of(model, place)[place.at];
}

std::optional<TimelinePlace> place_of(const TimelineModel& model, Row row, std::uint32_t id) {
  const auto find_in = [&](std::size_t index) -> std::optional<TimelinePlace> {
    // Records and spans are sorted by start, so within a row their indices increase.
    const LevelOfDetail& detail = model.intervals(row == Row::lane, index);
    const auto places = std::views::iota(std::size_t{0}, detail.size());
    const std::size_t low = static_cast<std::size_t>(
        std::ranges::lower_bound(places, id, {}, [&](std::size_t at) { return detail[at].id; }) -
        places.begin());
    if (low == detail.size() || detail[low].id != id) return {};
    return place_at(model, row, index, low);
  };
  if (row == Row::lane) return find_in(model.lane_of[id]);
  for (std::size_t index = 0; index < model.host_rows.size(); ++index) {
    if (const auto place = find_in(index)) return place;
  }
  return {};
}

std::optional<TimelinePlace> step_timeline(const TimelineModel& model,
                                           const std::optional<TimelinePlace>& from, TimelineStep step,
                                           const ProfileSelection& selection, std::int64_t moment_ns) {
  const std::vector<TimelinePlace> rows = rows_of(model);
  if (!from) return begin_at(model, rows, step, moment_ns);
  const std::size_t size = intervals_of(model, *from).size();
  const auto within_row = [&](std::size_t at) { return place_at(model, from->row, from->index, at); };
  switch (step) {
    case TimelineStep::before:
      return from->at > 0 ? within_row(from->at - 1) : from;
    case TimelineStep::behind:
      return from->at + 1 < size ? within_row(from->at + 1) : from;
    case TimelineStep::first:
      return within_row(0);
    case TimelineStep::last:
      return within_row(size - 1);
    case TimelineStep::record_before:
    case TimelineStep::record_behind: {
      const auto place = to_record(model, *from, step == TimelineStep::record_behind, selection);
      return place ? place : from;
    }
    case TimelineStep::up:
    case TimelineStep::down:
      break;
  }
  const auto row = std::ranges::find_if(
      rows, [&](const TimelinePlace& each) { return each.row == from->row && each.index == from->index; });
  const bool up = step == TimelineStep::up;
  if (row == rows.end() || (up ? row == rows.begin() : std::next(row) == rows.end())) return from;
  return nearest(model, up ? *std::prev(row) : *std::next(row), from->moment_ns);
}

}  // namespace tilescribe::ui

// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/timeline_steps.h"

#include <algorithm>
#include <ranges>
#include <vector>

namespace tilescribe::ui {

namespace {

/// The first row with contents, from a row on in steps of 1 or -1; empty if there is none.
std::optional<std::size_t> filled_row(const TimelineModel& model, std::ptrdiff_t from, std::ptrdiff_t step) {
  for (std::ptrdiff_t row = from; row >= 0 && row < std::ssize(model.rows); row += step) {
    const auto found = static_cast<std::size_t>(row);
    if (model.rows[found].detail.size() > 0) return found;
  }
  return {};
}

std::optional<TimelinePlace> nearest(const TimelineModel& model, std::size_t row, std::int64_t moment_ns) {
  const std::int64_t anywhere = model.duration_ns + 1;
  const std::int64_t found =
      model.rows[row].detail.find(std::clamp<std::int64_t>(moment_ns, 0, anywhere), anywhere);
  if (found < 0) return {};
  return TimelinePlace{row, static_cast<std::size_t>(found), moment_ns};
}

std::optional<TimelinePlace> begin_at(const TimelineModel& model, TimelineStep step, std::int64_t moment_ns) {
  const auto lane = filled_row(model, static_cast<std::ptrdiff_t>(model.host_rows), 1);
  const auto row = lane ? lane : filled_row(model, 0, 1);
  if (!row) return {};
  if (step == TimelineStep::first) return place_at(model, *row, 0);
  if (step == TimelineStep::last) return place_at(model, *row, model.rows[*row].detail.size() - 1);
  return nearest(model, *row, moment_ns);
}

std::optional<TimelinePlace> to_record(const TimelineModel& model, const TimelinePlace& from, bool behind,
                                       const ProfileSelection& selection) {
  const ProfileSession& session = *model.session;
  const auto& records = session.records;
  const LevelOfDetail::Interval& interval = interval_at(model, from);
  // Our position among the records: our own record, or for the host's time the first one that begins in it.
  auto at = static_cast<std::int64_t>(interval.id);
  if (model.rows[from.row].of_host) {
    const auto next =
        std::ranges::lower_bound(records, interval.start_ns, {}, &ProfileRecord::start_ns) - records.begin();
    at = behind ? next - 1 : next;
  }
  // Most records are told by their kind: a million may lie on the way.
  const ProfileSelection of_kind{.stage = selection.stage, .kinds = selection.kinds};
  std::vector<bool> kinds(session.kinds.size());
  for (std::uint32_t kind = 0; kind < kinds.size(); ++kind) {
    kinds[kind] = is_selected(session, {.kind = kind}, of_kind);
  }
  if (std::ranges::find(kinds, true) == kinds.end()) return {};
  const std::int64_t step = behind ? 1 : -1;
  for (at += step; at >= 0 && at < std::ssize(records); at += step) {
    const auto place = static_cast<std::size_t>(at);
    const ProfileRecord& record = records[place];
    if (kinds[record.kind] && is_selected(session, record, selection)) return place_of_record(model, place);
  }
  return {};
}

}  // namespace

const LevelOfDetail::Interval& interval_at(const TimelineModel& model, const TimelinePlace& place) {
  return model.rows[place.row].detail[place.at];
}

TimelinePlace place_at(const TimelineModel& model, std::size_t row, std::size_t at) {
  const LevelOfDetail::Interval& interval = model.rows[row].detail[at];
  return {row, at, interval.start_ns + (interval.end_ns - interval.start_ns) / 2};
}

std::optional<TimelinePlace> place_of_record(const TimelineModel& model, std::size_t record) {
  // Records are sorted by start, so within a lane their indices increase.
  const std::size_t row = model.host_rows + model.lane_of[record];
  const LevelOfDetail& detail = model.rows[row].detail;
  const auto places = std::views::iota(std::size_t{0}, detail.size());
  const auto found =
      std::ranges::lower_bound(places, record, {}, [&](std::size_t at) { return detail[at].id; });
  if (found == places.end() || detail[*found].id != record) return {};
  return place_at(model, row, *found);
}

std::optional<TimelinePlace> step_timeline(const TimelineModel& model,
                                           const std::optional<TimelinePlace>& from, TimelineStep step,
                                           const ProfileSelection& selection, std::int64_t moment_ns) {
  if (!from) return begin_at(model, step, moment_ns);
  const std::size_t last = model.rows[from->row].detail.size() - 1;
  switch (step) {
    case TimelineStep::before:
      return from->at > 0 ? place_at(model, from->row, from->at - 1) : *from;
    case TimelineStep::behind:
      return from->at < last ? place_at(model, from->row, from->at + 1) : *from;
    case TimelineStep::first:
      return place_at(model, from->row, 0);
    case TimelineStep::last:
      return place_at(model, from->row, last);
    case TimelineStep::record_before:
    case TimelineStep::record_behind: {
      const auto place = to_record(model, *from, step == TimelineStep::record_behind, selection);
      return place ? place : from;
    }
    case TimelineStep::up:
    case TimelineStep::down:
      break;
  }
  const std::ptrdiff_t direction = step == TimelineStep::up ? -1 : 1;
  const auto row = filled_row(model, static_cast<std::ptrdiff_t>(from->row) + direction, direction);
  return row ? nearest(model, *row, from->moment_ns) : from;
}

}  // namespace tilescribe::ui

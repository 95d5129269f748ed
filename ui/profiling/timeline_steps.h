// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ui/profiling/timeline_layout.h"

namespace tilescribe::ui {

/// Where the keyboard stands in a timeline: at an interval of a lane or of the host.
struct TimelinePlace {
  TimelineRow::Kind row = TimelineRow::Kind::lane;  // or host
  int index = 0;                                    // among the rows of its kind
  std::size_t at = 0;                               // in that row's LevelOfDetail
  std::int64_t moment_ns = 0;                       // to which steps up and down keep
};

enum class TimelineStep {
  before,  // these four: of the same row
  behind,
  first,
  last,
  up,  // the nearest interval of the row above or below that has any
  down,
  record_before,  // in the order of time on whatever lane, of those that are selected
  record_behind,
};

/// The interval of a place.
const LevelOfDetail::Interval& interval_at(const TimelineModel& model, const TimelinePlace& place);
/// A record's place, or a span's of the host; nothing where it has none.
std::optional<TimelinePlace> place_of(const TimelineModel& model, TimelineRow::Kind row, std::uint32_t id);

/// Where a step leads; `from` itself where there is nothing beyond it. From nowhere, any step leads to the
/// lanes' interval that is nearest to `moment_ns`, and first and last to a lane's. Nothing: no rows.
std::optional<TimelinePlace> step_timeline(const TimelineModel& model,
                                           const std::optional<TimelinePlace>& from, TimelineStep step,
                                           const ProfileSelection& selection, std::int64_t moment_ns);

}  // namespace tilescribe::ui

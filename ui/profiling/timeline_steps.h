// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ui/profiling/timeline_layout.h"

namespace tilescribe::ui {

/// The keyboard's position in a timeline: an interval of a lane or of the host.
struct TimelinePlace {
  TimelineRow::Kind row = TimelineRow::Kind::lane;  // or host
  std::size_t index = 0;                            // among the rows of its kind
  std::size_t at = 0;                               // in that row's LevelOfDetail
  std::int64_t moment_ns = 0;                       // kept by steps up and down
};

enum class TimelineStep {
  before,  // this and the next three: in the same row
  behind,
  first,
  last,
  up,  // the nearest interval of the next non-empty row above or below
  down,
  record_before,  // in the order of time, in any lane, within the selection
  record_behind,
};

/// The interval at a place.
const LevelOfDetail::Interval& interval_at(const TimelineModel& model, const TimelinePlace& place);
/// The place of a record, or of a span of the host; empty if it has none.
std::optional<TimelinePlace> place_of(const TimelineModel& model, TimelineRow::Kind row, std::uint32_t id);

/// The result of a step; `from` itself if there is nothing beyond it. Without a `from`, any step goes to the
/// interval in the lanes nearest to `moment_ns`, and first and last go to a lane's. Empty if there are no
/// rows.
std::optional<TimelinePlace> step_timeline(const TimelineModel& model,
                                           const std::optional<TimelinePlace>& from, TimelineStep step,
                                           const ProfileSelection& selection, std::int64_t moment_ns);

}  // namespace tilescribe::ui

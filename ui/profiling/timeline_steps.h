// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ui/profile/timeline_model.h"

namespace tilescribe::ui {

/// The keyboard's position in a timeline: an interval of a lane or of the host.
struct TimelinePlace {
  std::size_t row = 0;         // in TimelineModel::rows
  std::size_t at = 0;          // in that row's LevelOfDetail
  std::int64_t moment_ns = 0;  // kept by steps up and down
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

const LevelOfDetail::Interval& interval_at(const TimelineModel& model, const TimelinePlace& place);
/// The place of an interval, and that of a record; empty if it has none.
TimelinePlace place_at(const TimelineModel& model, std::size_t row, std::size_t at);
std::optional<TimelinePlace> place_of_record(const TimelineModel& model, std::size_t record);

/// The result of a step; `from` itself if there is nothing beyond it. Without a `from`, any step goes to the
/// interval in the lanes nearest to `moment_ns`, and first and last go to a lane's. Empty if there are no
/// rows.
std::optional<TimelinePlace> step_timeline(const TimelineModel& model,
                                           const std::optional<TimelinePlace>& from, TimelineStep step,
                                           const ProfileSelection& selection, std::int64_t moment_ns);

}  // namespace tilescribe::ui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <cstddef>
#include <cstdint>

#include "ui/profiling/timeline_layout.h"
#include "ui/profiling/timeline_steps.h"

namespace tilescribe::ui {

/// What is at a point of a timeline.
struct TimelineHit {
  enum class Kind { nothing, ruler, block, token, span, record, memory };
  Kind kind = Kind::nothing;
  std::size_t index = 0;    // of the block, or in the profile's tokens, spans, records or memory
  std::int64_t at_ns = 0;   // the time under the point
  std::int64_t others = 0;  // others of its kind in the same pixel of the same row
  std::optional<TimelinePlace> place = {};  // of a record or a span
  QRectF box = {};                          // on the screen, at least a few pixels wide

  bool operator==(const TimelineHit& other) const { return kind == other.kind && index == other.index; }
};
TimelineHit hit_timeline(const TimelineView& view, const QPointF& point, double line);
/// The record or span at a place.
TimelineHit hit_at_place(const TimelineModel& model, const TimelinePlace& place);

/// The rectangle of a time range in a row: at least two pixels wide, and not far beyond the row's ends.
QRectF timeline_box(const TimelineView& view, const TimelineRow& row, std::int64_t begin_ns,
                    std::int64_t end_ns);

/// The time range of something in the profile.
ProfileSelection::Range timeline_range_of(const TimelineModel& model, const TimelineHit& hit);

}  // namespace tilescribe::ui

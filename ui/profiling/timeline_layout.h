// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ui/profile/timeline_model.h"
#include "ui/profiling/timeline_steps.h"
#include "ui/scale/time_scale.h"

namespace tilescribe::ui {

/// A row of a timeline, in logical pixels.
struct TimelineRow {
  enum class Kind { windows, lane, memory };
  Kind kind = Kind::lane;
  std::size_t index = 0;  // of a lane or the host: in TimelineModel::rows; else among the rows of its kind
  QString name;           // empty: the name of the row above holds for it
  double top = 0.0, height = 0.0;
};

/// The layout of a timeline: the ruler on top, names on the left, rows, the legend below.
struct TimelineLayout {
  double label_width = 0.0;
  double width = 0.0, height = 0.0;
  double ruler_height = 0.0, legend_height = 0.0;
  double rows_height = 0.0;       // of all rows; may exceed the available height
  std::vector<TimelineRow> rows;  // tops count from the first row's

  QRectF ruler() const { return {label_width, 0.0, plot_width(), ruler_height}; }
  /// The area of the rows.
  QRectF plot() const {
    return {label_width, ruler_height, plot_width(), std::max(0.0, height - ruler_height - legend_height)};
  }
  QRectF legend() const { return {0.0, height - legend_height, width, legend_height}; }
  double plot_width() const { return std::max(1.0, width - label_width); }
};

/// Rows get their preferred height. If that is too much they shrink as long as they stay legible; if there is
/// room, lanes grow. `line` is the height of a line of text.
TimelineLayout lay_out_timeline(const TimelineModel& model, double width, double height, double line);

/// What is on the screen: a profile, the visible part of its time, and the positions of its rows.
struct TimelineView {
  const TimelineModel& model;
  const TimeScale& scale;
  const TimelineLayout& layout;
  double scroll = 0.0;  // pixels of the rows above the first visible one

  double x_of(std::int64_t ns) const { return layout.label_width + scale.x_of(ns); }
  QRectF rect_of(const TimelineRow& row) const {
    return {layout.label_width, layout.ruler_height + row.top - scroll, layout.plot_width(), row.height};
  }
};

struct TimelineHit {
  enum class Kind { nothing, ruler, block, token, span, record, memory };
  Kind kind = Kind::nothing;
  std::size_t index = 0;    // of the block, or in the profile's tokens, spans, records or memory
  std::int64_t at_ns = 0;   // the time under the point; of a record or a span: its start
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <QString>
#include <vector>

#include "ui/profile/timeline_model.h"
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

}  // namespace tilescribe::ui

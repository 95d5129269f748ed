// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QPalette>
#include <optional>
#include <string_view>
#include <vector>

#include "ui/chart/interval_painter.h"
#include "ui/profiling/timeline_layout.h"
#include "ui/theme/theme.h"

class QPainter;

namespace tilescribe::ui {

/// What is drawn over a timeline's rows and follows the pointer.
struct TimelineOverlay {
  std::optional<double> pointer_x;  // logical pixels from the widget's left edge
  QRectF hovered;                   // outlined; null: nothing
  QRectF current;                   // where the keyboard is, framed; null: nowhere
  std::optional<ProfileSelection::Range> range;
  QString range_text;
  std::optional<ProfileSelection::Range> gap;  // in which nothing runs
  QString gap_text;
};

struct TimelineLegendEntry {
  QRectF rect;
  std::string_view stage;
};
std::vector<TimelineLegendEntry> timeline_legend(const TimelineModel& model, const TimelineLayout& layout,
                                                 const QFontMetricsF& metrics);

class TimelinePainter {
 public:
  /// `device_ratio`: device pixels per logical pixel. Columns of narrow intervals are one device pixel wide.
  TimelinePainter(const TimelineView& view, const QPalette& palette, const QFont& font, double device_ratio);

  /// Everything that stays while the pointer moves.
  void paint_rows(QPainter& painter);
  void paint_overlay(QPainter& painter, const TimelineOverlay& overlay);

 private:
  void paint_ruler(QPainter& painter);
  void paint_labels(QPainter& painter);
  void paint_legend(QPainter& painter);
  void paint_windows(QPainter& painter, std::size_t row, const QRectF& rect);
  void paint_waveform(QPainter& painter, const TimelineBlock& block, const QRectF& rect);
  void paint_tokens(QPainter& painter, std::size_t row, const QRectF& rect);
  void paint_memory(QPainter& painter, const QRectF& rect);
  void paint_missing(QPainter& painter, const QRectF& rect);
  void paint_plate(QPainter& painter, const QRectF& plate, const QString& text);
  void paint_bubble(QPainter& painter, const QString& text, double x, const QColor& fill,
                    const QColor& color);

  TimelineView view_;
  const ThemeColors& colors_;
  QColor track_, wave_;
  QFont font_;
  QFontMetricsF metrics_;
  double ratio_;
  IntervalPainter intervals_;
};

}  // namespace tilescribe::ui

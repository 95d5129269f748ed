// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QFontMetricsF>
#include <QHash>
#include <QRectF>
#include <array>
#include <functional>
#include <vector>

#include "ui/scale/level_of_detail.h"
#include "ui/scale/time_scale.h"

class QPainter;

namespace tilescribe::ui {

/// Paints lanes of intervals. It remembers the widths of their names, so keep it for all lanes of a view.
class IntervalPainter {
 public:
  struct Paint {
    QColor fill, dimmed, text, dimmed_text;
  };
  using Paints = std::array<Paint, LevelOfDetail::colours>;  // by an interval's colour
  using NameOf = std::function<const QString&(std::uint32_t id)>;

  /// `device_ratio`: device pixels per logical pixel. Columns of narrow intervals are one device pixel wide.
  IntervalPainter(const Paints& paints, const QFont& font, double device_ratio);

  /// Paints what `scale` shows of a lane into `rect`, with names where there is room.
  void paint(QPainter& painter, const LevelOfDetail& lane, const TimeScale& scale, const QRectF& rect,
             const NameOf& name);
  /// Paints a name into a box, shortened; nothing if too little of it would be left.
  void paint_name(QPainter& painter, const QString& name, QRectF box, const QColor& color);
  /// A text's width, logical pixels.
  double width_of(const QString& text);

 private:
  Paints paints_;
  QFontMetricsF metrics_;
  double ratio_;
  QHash<QString, double> widths_;
  std::vector<LevelOfDetail::Piece> pieces_;
};

}  // namespace tilescribe::ui

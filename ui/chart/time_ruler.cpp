// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/time_ruler.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tilescribe::ui {

void paint_time_ruler(QPainter& painter, const TimeScale& scale, const QRectF& ruler, double plot_height,
                      const QFontMetricsF& metrics, const ThemeColors& colors) {
  // The fewer seconds are shown, the longer the labels.
  const auto latest = static_cast<std::int64_t>(scale.end_ns());
  const QString longest = tick_label(latest, scale.tick_step_ns(80.0), latest);
  const double least = std::max(80.0, metrics.horizontalAdvance(longest) + 28.0);
  painter.save();
  painter.setClipRect(QRectF(ruler.left(), 0, ruler.width(), ruler.bottom() + plot_height));
  const QColor grid = mixed(colors.base, colors.border, 0.6);
  for (const TimeScale::Tick& tick : scale.ticks(least)) {
    const double x = std::floor(ruler.left() + tick.x);
    const bool labelled = !tick.label.isEmpty();
    const double height = labelled ? 7.0 : 4.0;
    painter.fillRect(QRectF(x, ruler.bottom() - 1.0 - height, 1.0, height), colors.secondary);
    if (!labelled) continue;
    painter.fillRect(QRectF(x, ruler.bottom(), 1.0, plot_height), grid);
    painter.setPen(colors.secondary);
    painter.drawText(QPointF(x + 4.0, ruler.top() + 4.0 + metrics.ascent()), tick.label);
  }
  painter.restore();
}

}  // namespace tilescribe::ui

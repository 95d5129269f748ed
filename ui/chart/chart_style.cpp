// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_style.h"

#include <cmath>
#include <cstdint>

#include <qcustomplot.h>

#include "ui/scale/time_scale.h"
#include "ui/theme/theme.h"
#include "ui/widgets/wrapped_label.h"

namespace tilescribe::ui {

void style_chart(QCustomPlot& plot, const QPalette& palette) {
  const ThemeColors& colors = colors_of(palette);
  plot.setBackground(colors.base);
  QColor grid = colors.border;
  grid.setAlphaF(0.7F);
  for (QCPAxisRect* rect : plot.axisRects()) {
    for (QCPAxis* axis : rect->axes()) {
      axis->setBasePen(QPen(colors.border));
      axis->setTickPen(QPen(colors.border));
      axis->setSubTickPen(Qt::NoPen);
      axis->setTickLabelColor(colors.secondary);
      axis->setLabelColor(colors.secondary);
      axis->setTickLabelFont(plot.font());
      axis->setLabelFont(plot.font());
      axis->grid()->setPen(QPen(grid, 1.0));
      axis->grid()->setSubGridVisible(false);
      axis->grid()->setZeroLinePen(Qt::NoPen);
    }
  }
}

QLabel* make_chart_message(const QString& name, QWidget* parent) {
  auto* label = new WrappedLabel(parent);
  label->setObjectName(name);
  label->setAlignment(Qt::AlignCenter);
  label->setMargin(24);
  label->setProperty("quiet", true);
  label->setBackgroundRole(QPalette::Base);
  label->setAutoFillBackground(true);
  return label;
}

void paint_outline(QPainter& painter, const QRectF& rect, const QColor& color, double width,
                   const QColor& behind) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(behind, 2.0 * width));
  painter.drawRect(rect);
  painter.setPen(QPen(color, width));
  painter.drawRect(rect);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void set_log_time_ticks(QCPAxis& axis, double from, double to) {
  const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
  const bool dense = to - from < 2.0;
  for (int decade = static_cast<int>(std::floor(from)); decade <= static_cast<int>(std::ceil(to)); ++decade) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      if (digit != 1.0 && !dense) continue;
      const double us = digit * std::pow(10.0, decade);
      const std::int64_t ns = std::llround(us * 1e3);
      ticker->addTick(std::log10(us), tick_label(ns, ns, ns));
    }
  }
  axis.setTicker(ticker);
}

std::vector<bool> labels_that_fit(const std::vector<QRectF>& labels, const QRectF& area) {
  std::vector<bool> shown(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    shown[i] = area.contains(labels[i]);
    for (std::size_t j = 0; j < i && shown[i]; ++j) shown[i] = !shown[j] || !labels[j].intersects(labels[i]);
  }
  return shown;
}

}  // namespace tilescribe::ui

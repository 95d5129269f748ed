// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/record_button.h"

#include <QPainter>
#include <cmath>

#include "ui/shell/actions.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

RecordButton::RecordButton(int diameter, QWidget* parent) : QAbstractButton(parent), diameter_(diameter) {
  setFixedSize(diameter, diameter);
  setAttribute(Qt::WA_Hover);
  setFocusPolicy(Qt::StrongFocus);
  set_stops(false);
}

void RecordButton::set_stops(bool stops) {
  stops_ = stops;
  setAccessibleName(stops ? tr("Stop recording") : tr("Record"));
  setToolTip(with_keys(accessibleName(), keys_));
  update();
}

void RecordButton::set_keys(const QString& keys) {
  keys_ = keys;
  set_stops(stops_);
}

void RecordButton::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double line = diameter_ / 24.0;
  const QRectF ring = QRectF(rect()).adjusted(line, line, -line, -line);
  // When focused, the ring has the focus colour, as everywhere.
  painter.setPen(QPen(hasFocus() ? colors.accent : palette().color(QPalette::Dark), line));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(ring);

  QColor red = isEnabled() ? colors.record : palette().color(QPalette::Disabled, QPalette::WindowText);
  if (isEnabled() && isDown())
    red = red.darker(125);
  else if (isEnabled() && underMouse())
    red = red.darker(110);
  painter.setPen(Qt::NoPen);
  painter.setBrush(red);
  if (stops_) {
    const double side = diameter_ * 0.38;
    painter.drawRoundedRect(QRectF(ring.center() - QPointF(side, side) / 2.0, QSizeF(side, side)), side / 6.0,
                            side / 6.0);
  } else {
    const double gap = 2.0 * line;
    painter.drawEllipse(ring.adjusted(gap, gap, -gap, -gap));
  }
}

bool RecordButton::hitButton(const QPoint& position) const {
  const QPointF from_middle = QPointF(position) - QRectF(rect()).center();
  return std::hypot(from_middle.x(), from_middle.y()) <= diameter_ / 2.0;
}

}  // namespace tilescribe::ui

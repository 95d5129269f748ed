// SPDX-License-Identifier: Apache-2.0
#include "ui/window/drop_overlay.h"

#include <QPainter>

#include "ui/theme/theme.h"

namespace tilescribe::ui {

DropOverlay::DropOverlay(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
}

void DropOverlay::cover(const QRect& rect) {
  setGeometry(rect);
  show();
  raise();
}

void DropOverlay::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = colors.window;
  veil.setAlpha(235);
  painter.fillRect(rect(), veil);
  painter.setPen(QPen(colors.accent, 3));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(rect().adjusted(16, 16, -16, -16), 16, 16);
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * 1.8);
  large.setWeight(QFont::DemiBold);
  painter.setFont(large);
  painter.setPen(colors.text);
  painter.drawText(rect(), Qt::AlignCenter, tr("Let go to transcribe"));
}

}  // namespace tilescribe::ui

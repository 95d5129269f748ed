// SPDX-License-Identifier: Apache-2.0
#include "ui/window/drop_overlay.h"

#include <QPainter>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int margin = 12;  // from the window's edge to the outline
constexpr int icon_size = 72;
constexpr int gap = 14;  // between icon and words

}  // namespace

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
  // Opaque, because there may be large words below.
  painter.fillRect(rect(), colors.window);
  painter.setPen(QPen(colors.accent, 3));
  painter.setBrush(colors.base);
  painter.drawRoundedRect(rect().adjusted(margin, margin, -margin, -margin), 16, 16);
  const QFont large = heading_font(font(), 1.8);
  painter.setFont(large);
  painter.setPen(colors.text);
  const int line = QFontMetrics(large).height();
  const QPoint middle = rect().center();
  const QRect words(0, middle.y() - line / 2, width(), line);
  painter.drawText(words, Qt::AlignCenter, tr("Drop to transcribe"));
  paint_icon(painter, QStringLiteral("waveform"),
             QRectF(middle.x() - icon_size / 2.0, words.top() - gap - icon_size, icon_size, icon_size),
             colors.accent);
}

}  // namespace tilescribe::ui

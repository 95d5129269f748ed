// SPDX-License-Identifier: Apache-2.0
#include "ui/library/library_row.h"

#include <QPainter>

#include "ui/theme/icons.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

// Logical pixels, as in the rows of files below.
constexpr int outer = 6;
constexpr int inner = 10;
constexpr int icon_size = 18;

}  // namespace

LibraryRow::LibraryRow(QWidget* parent) : QAbstractButton(parent) {
  setObjectName(QStringLiteral("libraryRow"));
  setText(tr("Library"));
  setCheckable(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize LibraryRow::sizeHint() const {
  return {200, 2 * 2 + 2 * (inner - 2) + fontMetrics().height()};
}

QSize LibraryRow::minimumSizeHint() const {
  return {120, sizeHint().height()};
}

void LibraryRow::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRect box = rect().adjusted(outer, 2, -outer, -2);
  paint_row_box(painter, box, colors, isChecked(), underMouse(), hasFocus());
  paint_icon(painter, QStringLiteral("library"),
             QRectF(box.left() + inner, box.center().y() - icon_size / 2.0 + 0.5, icon_size, icon_size),
             colors.accent);
  painter.setPen(colors.text);
  paint_elided(painter, box.adjusted(2 * inner + icon_size, 0, -inner, 0), text(), Qt::ElideRight);
}

}  // namespace tilescribe::ui

// SPDX-License-Identifier: Apache-2.0
#include "ui/library/library_row.h"

#include <QPainter>

#include "ui/theme/icons.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

// Logical pixels, as in the rows of files below.
constexpr int row_outer = 6;
constexpr int row_inner = 10;
constexpr int row_icon = 18;

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
  return {200, 2 * 2 + 2 * (row_inner - 2) + fontMetrics().height()};
}

QSize LibraryRow::minimumSizeHint() const {
  return {120, sizeHint().height()};
}

void LibraryRow::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRect box = rect().adjusted(row_outer, 2, -row_outer, -2);
  paint_row_box(painter, box, colors, isChecked(), underMouse(), hasFocus());
  paint_icon(painter, QStringLiteral("library"),
             QRectF(box.left() + row_inner, box.center().y() - row_icon / 2.0 + 0.5, row_icon, row_icon),
             colors.accent);
  painter.setPen(colors.text);
  paint_elided(painter, box.adjusted(2 * row_inner + row_icon, 0, -row_inner, 0), text(), Qt::ElideRight);
}

}  // namespace tilescribe::ui

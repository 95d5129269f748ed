// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/cell_delegate.h"

#include <QApplication>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/profiling/profile_colors.h"
#include "ui/profiling/table_model.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int patch = 10;
constexpr int cell_gap = 6;
constexpr int share_bar = 56;
constexpr int sparkline_width = 100;

void paint_share(QPainter& painter, const QRect& box, double share, const QColor& fill, const QColor& empty) {
  const QRectF track(box.left(), box.center().y() - 3.5, share_bar, 8.0);
  painter.setBrush(empty);
  painter.drawRoundedRect(track, 2, 2);
  if (share <= 0.0) return;
  painter.setBrush(fill);
  const double width = std::max(1.5, std::min(share, 1.0) * track.width());
  painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(width, track.height())), 2, 2);
}

void paint_sparkline(QPainter& painter, const QRectF& box, const QList<float>& values, const QColor& fill) {
  const double width = box.width() / static_cast<double>(values.size());
  for (qsizetype i = 0; i < values.size(); ++i) {
    const double value = std::clamp(static_cast<double>(values[i]), 0.0, 1.0);
    if (value <= 0.0) continue;
    const double height = std::max(1.0, value * box.height());
    painter.fillRect(QRectF(box.left() + width * static_cast<double>(i), box.bottom() - height,
                            std::max(1.0, width - 0.5), height),
                     fill);
  }
}

}  // namespace

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  const ThemeColors& colors = colors_of(option.palette);
  QStyleOptionViewItem cell(option);
  initStyleOption(&cell, index);
  cell.palette.setColor(QPalette::Highlight, colors.selected_row);
  cell.palette.setColor(QPalette::HighlightedText, colors.text);
  const QString text = std::exchange(cell.text, {});
  const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);  // background and focus

  const auto mark = index.data(MarkRole).value<CellMark>();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing, mark != CellMark::sparkline);
  painter->setPen(Qt::NoPen);
  QRect box = option.rect.adjusted(cell_gap, 0, -cell_gap, 0);
  const QColor fill = stage_color(index.data(StageRole).toString().toStdString(), is_dark(option.palette));
  switch (mark) {
    case CellMark::none:
      break;
    case CellMark::stage:
      painter->setBrush(fill);
      painter->drawRoundedRect(box.left(), box.center().y() - patch / 2 + 1, patch, patch, 2, 2);
      box.adjust(patch + cell_gap, 0, 0, 0);
      break;
    case CellMark::share:
      paint_share(*painter, box, index.data(SortRole).toDouble(), fill, colors.border);
      break;
    case CellMark::sparkline:
      paint_sparkline(*painter, QRectF(box).adjusted(0, 4, 0, -4),
                      index.data(SparklineRole).value<QList<float>>(), fill);
      break;
  }
  painter->setPen(option.palette.color(QPalette::Text));
  painter->setFont(cell.font);
  painter->drawText(box, static_cast<int>(cell.displayAlignment) | Qt::TextSingleLine,
                    cell.fontMetrics.elidedText(text, Qt::ElideRight, box.width()));
  painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto mark = index.data(MarkRole).value<CellMark>();
  QSize size = QStyledItemDelegate::sizeHint(option, index) + QSize(2 * cell_gap, 0);
  if (mark == CellMark::stage) size.rwidth() += patch + cell_gap;
  if (mark == CellMark::sparkline) size.setWidth(sparkline_width + 2 * cell_gap);
  if (mark == CellMark::share) {
    size.setWidth(share_bar + option.fontMetrics.horizontalAdvance(QStringLiteral("0.00 %")) + 4 * cell_gap);
  }
  return size;
}

}  // namespace tilescribe::ui

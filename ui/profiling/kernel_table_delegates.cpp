// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/kernel_table_delegates.h"

#include <QApplication>
#include <QPainter>
#include <algorithm>

#include "ui/profiling/kernel_table_model.h"
#include "ui/profiling/profile_colors.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int patch = 10;
constexpr int cell_gap = 6;
constexpr int share_bar = 56;
constexpr int sparkline_width = 100;

QColor fill_color(const QStyleOptionViewItem& option, const QModelIndex& index) {
  const QString stage = index.data(KernelTableModel::StageRole).toString();
  return stage_color(stage, is_dark(option.palette));
}

}  // namespace

void RowDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  const ThemeColors& colors = colors_of(option->palette);
  option->palette.setColor(QPalette::Highlight, colors.selected_row);
  option->palette.setColor(QPalette::HighlightedText, colors.text);
}

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
  paint_background(painter, option, index);
  QStyleOptionViewItem styled(option);
  initStyleOption(&styled, index);
  painter->save();
  painter->setPen(styled.palette.color(QPalette::Text));
  painter->setFont(styled.font);
  const QRect text = option.rect.adjusted(cell_gap, 0, -cell_gap, 0);
  painter->drawText(text, static_cast<int>(styled.displayAlignment) | Qt::TextSingleLine,
                    styled.fontMetrics.elidedText(styled.text, Qt::ElideRight, text.width()));
  painter->restore();
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return QStyledItemDelegate::sizeHint(option, index) + QSize(2 * cell_gap, 0);
}

void RowDelegate::paint_background(QPainter* painter, const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const {
  QStyleOptionViewItem plain(option);
  initStyleOption(&plain, index);
  plain.text.clear();
  const QStyle* style = plain.widget != nullptr ? plain.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &plain, painter, plain.widget);
}

void StageDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  paint_background(painter, option, index);
  painter->save();
  const QRect box = option.rect.adjusted(cell_gap, 0, -cell_gap, 0);
  const QRect square(box.left(), box.center().y() - patch / 2 + 1, patch, patch);
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  painter->setBrush(fill_color(option, index));
  painter->drawRoundedRect(square, 2, 2);
  painter->setPen(option.palette.color(QPalette::Text));
  painter->setFont(option.font);
  const QRect text = box.adjusted(patch + cell_gap, 0, 0, 0);
  painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                    option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, text.width()));
  painter->restore();
}

QSize StageDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return RowDelegate::sizeHint(option, index) + QSize(patch + cell_gap, 0);
}

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  paint_background(painter, option, index);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const QRect box = option.rect.adjusted(cell_gap, 0, -cell_gap, 0);
  const QRectF track(box.left(), box.center().y() - 3.5, share_bar, 8.0);
  painter->setPen(Qt::NoPen);
  painter->setBrush(colors_of(option.palette).border);
  painter->drawRoundedRect(track, 2, 2);
  const double share = std::clamp(index.data(KernelTableModel::ShareRole).toDouble(), 0.0, 1.0);
  if (share > 0.0) {
    painter->setBrush(fill_color(option, index));
    painter->drawRoundedRect(QRectF(track.topLeft(), QSizeF(std::max(1.5, share * track.width()), 8.0)), 2,
                             2);
  }
  painter->setPen(option.palette.color(QPalette::Text));
  painter->setFont(option.font);
  painter->drawText(box, Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
  painter->restore();
}

QSize ShareDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const int figures = option.fontMetrics.horizontalAdvance(QStringLiteral("0.00 %"));
  return {share_bar + figures + 4 * cell_gap, QStyledItemDelegate::sizeHint(option, index).height()};
}

void SparklineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const {
  paint_background(painter, option, index);
  const auto values = index.data(KernelTableModel::SparklineRole).value<QList<float>>();
  if (values.isEmpty()) return;
  painter->save();
  painter->setPen(Qt::NoPen);
  const QRectF box = QRectF(option.rect).adjusted(cell_gap, 4, -cell_gap, -4);
  painter->setBrush(fill_color(option, index));
  const double width = box.width() / static_cast<double>(values.size());
  for (qsizetype i = 0; i < values.size(); ++i) {
    const double value = std::clamp(static_cast<double>(values[i]), 0.0, 1.0);
    if (value <= 0.0) continue;
    const double height = std::max(1.0, value * box.height());
    painter->drawRect(QRectF(box.left() + width * static_cast<double>(i), box.bottom() - height,
                             std::max(1.0, width - 0.5), height));
  }
  painter->restore();
}

QSize SparklineDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return {sparkline_width + 2 * cell_gap, QStyledItemDelegate::sizeHint(option, index).height()};
}

}  // namespace tilescribe::ui

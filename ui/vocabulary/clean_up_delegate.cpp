// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/clean_up_delegate.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QStyle>
#include <QTextCursor>
#include <QTextDocument>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/vocabulary/clean_up_model.h"

namespace tilescribe::ui {

namespace {

constexpr int row_gap = 6;  // logical pixels above and below a text

void write_change(QTextDocument& text, const QModelIndex& index, const QFont& font, const QPalette& palette,
                  int width) {
  const auto* model = qobject_cast<const CleanUpModel*>(index.model());
  text.setDocumentMargin(0.0);
  text.setDefaultFont(font);
  text.setTextWidth(width);
  QTextCursor cursor(&text);
  insert_difference(cursor, model->change(index.row()).difference, colors_of(palette));
}

}  // namespace

CleanUpDelegate::CleanUpDelegate(QAbstractItemView* view) : QStyledItemDelegate(view), view_(view) {}

void CleanUpDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
  QStyleOptionViewItem row = option;
  initStyleOption(&row, index);
  row.palette.setColor(QPalette::Highlight, colors_of(option.palette).selected_row);
  const QStyle* style = view_->style();
  const QRect place = style->subElementRect(QStyle::SE_ItemViewItemText, &row, view_);
  row.text.clear();
  style->drawControl(QStyle::CE_ItemViewItem, &row, painter, view_);
  QTextDocument text;
  write_change(text, index, row.font, option.palette, place.width() - 2 * row_gap);
  painter->save();
  painter->translate(place.left() + row_gap, option.rect.top() + row_gap);
  text.drawContents(painter);
  painter->restore();
}

QSize CleanUpDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem row = option;
  initStyleOption(&row, index);
  const int width = view_->viewport()->width();
  row.rect = QRect(0, 0, width, row.fontMetrics.height());
  const QRect place = view_->style()->subElementRect(QStyle::SE_ItemViewItemText, &row, view_);
  QTextDocument text;
  write_change(text, index, row.font, option.palette, std::max(1, place.width() - 2 * row_gap));
  return {1, static_cast<int>(std::ceil(text.size().height())) + 2 * row_gap};
}

}  // namespace tilescribe::ui

// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/found_delegate.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QStyle>

#include "ui/format.h"
#include "ui/theme/theme.h"
#include "ui/vocabulary/found_model.h"

namespace tilescribe::ui {

namespace {

constexpr int line_gap = 4;          // logical pixels above and below a line
constexpr qsizetype most_lead = 40;  // characters before the first change

/// What is shown of the text before the first change.
QString lead_of(const QString& text) {
  if (text.size() <= most_lead) return text;
  qsizetype begin = text.size() - most_lead;
  if (text.at(begin).isLowSurrogate()) ++begin;
  return QStringLiteral("…") + text.mid(begin);
}

void paint_sentence(QPainter& painter, const QRect& place, const DifferenceLine& line, const QFont& font,
                    const ThemeColors& colors) {
  int x = place.left();
  // Returns whether there is room for more.
  const auto write = [&](const QString& text, const QColor& color, bool lost, bool added) {
    QFont pen = font;
    pen.setStrikeOut(lost);
    pen.setUnderline(added);
    const QFontMetrics metrics(pen);
    const int room = place.right() + 1 - x;
    const QString shown = metrics.elidedText(text, Qt::ElideRight, room);
    const int width = metrics.horizontalAdvance(shown);
    const QRect box(x, place.top(), width, place.height());
    if (added) painter.fillRect(box.adjusted(0, line_gap / 2, 0, -line_gap / 2), colors.match);
    painter.setFont(pen);
    painter.setPen(color);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, shown);
    x += width;
    return shown == text && x < place.right();
  };
  if (!write(clock_text(line.start_s) + QStringLiteral("  "), colors.secondary, false, false)) return;
  bool first = true;
  for (const MarkedPiece& piece : line.pieces) {
    const QString text = QString::fromStdString(piece.text);
    const bool lost = piece.change == WordChange::lost, added = piece.change == WordChange::added;
    if (!write(first && !lost ? lead_of(text) : text, lost ? colors.error : colors.text, lost, added)) return;
    first = false;
  }
}

}  // namespace

FoundDelegate::FoundDelegate(QAbstractItemView* view) : QStyledItemDelegate(view), view_(view) {}

void FoundDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  const ThemeColors& colors = colors_of(view_->palette());
  option->palette.setColor(QPalette::Highlight, colors.selected_row);
  option->palette.setColor(QPalette::HighlightedText, colors.text);
  option->textElideMode = Qt::ElideMiddle;  // the number of places stands at the end
  if (!index.parent().isValid()) option->font = heading_font(option->font);
}

void FoundDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  const auto* const model = qobject_cast<const FoundModel*>(index.model());
  const DifferenceLine* const line = model->sentence(index);
  if (line == nullptr) return QStyledItemDelegate::paint(painter, option, index);
  QStyleOptionViewItem row = option;
  initStyleOption(&row, index);
  const QStyle* const style = view_->style();
  const QRect place = style->subElementRect(QStyle::SE_ItemViewItemText, &row, view_);
  row.text.clear();
  style->drawControl(QStyle::CE_ItemViewItem, &row, painter, view_);
  painter->save();
  painter->setClipRect(option.rect);
  paint_sentence(*painter, place.adjusted(line_gap, 0, -line_gap, 0), *line, row.font,
                 colors_of(view_->palette()));
  painter->restore();
}

QSize FoundDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const {
  return {1, option.fontMetrics.height() + 2 * line_gap};
}

}  // namespace tilescribe::ui

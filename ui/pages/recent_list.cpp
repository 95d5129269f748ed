// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/recent_list.h"

#include <QDateTime>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <algorithm>
#include <utility>

#include "ui/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr int side = 12;      // left and right of a row's text, logical pixels
constexpr int row_room = 12;  // above and below it, together
constexpr int when_role = Qt::UserRole;

/// A title on the left, and when and how long on the right.
class RecentDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const ThemeColors& colors = colors_of(option.palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool pointed_at = option.state.testFlag(QStyle::State_MouseOver);
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    paint_row_box(*painter, option.rect.adjusted(1, 1, -1, -1), colors, pointed_at, false, focused);
    QRect place = option.rect.adjusted(side, 0, -side, 0);
    painter->setFont(scaled_font(option.font, row_line_scale));
    painter->setPen(colors.secondary);
    const QString when = index.data(when_role).toString();
    painter->drawText(place, Qt::AlignRight | Qt::AlignVCenter, when);
    place.setRight(place.right() - painter->fontMetrics().horizontalAdvance(when) - 2 * side);
    painter->setFont(option.font);
    painter->setPen(colors.text);
    paint_elided(*painter, place, index.data().toString(), Qt::ElideMiddle);
    painter->restore();
  }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const override {
    return {200, option.fontMetrics.height() + row_room};
  }
};

QString when_text(const LibraryEntry& entry) {
  const QString date =
      QLocale().toString(QDateTime::fromSecsSinceEpoch(entry.created).date(), QLocale::ShortFormat);
  return entry.length_s > 0.0 ? QStringLiteral("%1 · %2").arg(date, clock_text(entry.length_s)) : date;
}

}  // namespace

RecentList::RecentList(QWidget* parent) : QListView(parent), rows_(new QStandardItemModel(this)) {
  setModel(rows_);
  setItemDelegate(new RecentDelegate(this));
  setFrameShape(QFrame::NoFrame);
  viewport()->setAutoFillBackground(false);
  setEditTriggers(NoEditTriggers);
  setSelectionMode(NoSelection);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setUniformItemSizes(true);
  setMouseTracking(true);
  viewport()->setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  connect(this, &QListView::clicked, this, &RecentList::open);
}

void RecentList::set_entries(std::vector<LibraryEntry> entries) {
  if (entries == entries_) return;
  entries_ = std::move(entries);
  rows_->clear();
  for (const LibraryEntry& entry : entries_) {
    auto* row = new QStandardItem(QString::fromStdString(entry.title));
    const QString when = when_text(entry);
    row->setData(when, when_role);
    row->setData(QStringLiteral("%1, %2").arg(row->text(), when), Qt::AccessibleTextRole);
    row->setToolTip(tip_text(row->text()));
    rows_->appendRow(row);
  }
  updateGeometry();
}

QSize RecentList::sizeHint() const {
  return {520, rows_->rowCount() * (fontMetrics().height() + row_room)};
}

void RecentList::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) return QListView::keyPressEvent(event);
  open(currentIndex());
}

void RecentList::open(const QModelIndex& index) {
  if (!index.isValid()) return;
  const LibraryEntry entry = entries_[static_cast<std::size_t>(index.row())];
  emit opened(entry);
}

}  // namespace tilescribe::ui

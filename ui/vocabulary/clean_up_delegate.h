// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

class QAbstractItemView;

namespace tilescribe::ui {

/// Paints a change of a CleanUpModel: a box for its tick, and its text with what differs marked.
class CleanUpDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit CleanUpDelegate(QAbstractItemView* view);

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  const QAbstractItemView* view_;
};

}  // namespace tilescribe::ui

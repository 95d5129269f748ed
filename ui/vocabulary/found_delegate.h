// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

class QAbstractItemView;

namespace tilescribe::ui {

/// Paints the rows of a FoundModel, each on one line: a transcript, or a sentence with what goes struck out
/// and what comes underlined, from a little before its first change on.
class FoundDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit FoundDelegate(QAbstractItemView* view);

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
  const QAbstractItemView* view_;
};

}  // namespace tilescribe::ui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace tilescribe::ui {

/// Paints a cell of a TableModel, with space between columns. A chosen row gets a quiet colour on which text
/// and marks stay readable.
class CellDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  /// What is painted before the text: nothing, a patch in the stage's colour, the share as a bar whose full
  /// width is the whole, or when it ran, with one column for each part of the time.
  enum class Mark { none, stage, share, sparkline };

  explicit CellDelegate(QObject* parent, Mark mark = Mark::none) : QStyledItemDelegate(parent), mark_(mark) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  Mark mark_;
};

}  // namespace tilescribe::ui

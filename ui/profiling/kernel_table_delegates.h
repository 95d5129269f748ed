// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace tilescribe::ui {

/// Paints a chosen row in a quiet colour on which text and marks stay readable, with space between columns.
class RowDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
  /// The row's background and focus, without its text.
  void paint_background(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const;
};

/// The stage's name after a patch of its colour.
class StageDelegate : public RowDelegate {
  Q_OBJECT

 public:
  using RowDelegate::RowDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// The share as a bar, whose full width is the whole, with the figure beside it.
class ShareDelegate : public RowDelegate {
  Q_OBJECT

 public:
  using RowDelegate::RowDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// When it ran: one column for each part of the time.
class SparklineDelegate : public RowDelegate {
  Q_OBJECT

 public:
  using RowDelegate::RowDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace tilescribe::ui

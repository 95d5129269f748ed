// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>
#include <vector>

#include "ui/queue/queue_item.h"

namespace tilescribe::ui {

/// What can be done with a file from its row.
enum class RowAction { cancel, retry, details, remove };

/// Paints a file of the queue: state icon, name (elided in the middle), state line, progress, and small
/// buttons for its actions. The buttons are for the mouse. The same actions are in the menu, in the context
/// menu and beside the transcript for the keyboard.
class QueueDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  /// Compact rows have one line: about twice as many fit.
  bool compact() const { return compact_; }
  void set_compact(bool compact) { compact_ = compact; }

  struct Button {
    RowAction action;
    QRect rect;
  };
  /// The buttons of a row, from right to left.
  static std::vector<Button> buttons(const QStyleOptionViewItem& option, const QModelIndex& index);
  static QString action_name(RowAction action, const QueueItem& item);

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;
  bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                 const QModelIndex& index) override;

 signals:
  void actionTriggered(tilescribe::ui::RowAction action, tilescribe::ui::DocumentId id);

 private:
  bool compact_ = false;
};

}  // namespace tilescribe::ui

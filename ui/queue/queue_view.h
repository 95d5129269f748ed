// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QListView>

#include "ui/queue/queue_delegate.h"

namespace tilescribe::ui {

class QueueModel;

/// The list of files. One at a time is chosen; its transcript is shown beside the list.
class QueueView : public QListView {
  Q_OBJECT

 public:
  explicit QueueView(QueueModel& model, QWidget* parent = nullptr);

  DocumentId current_id() const;  // 0: none
  void choose(DocumentId id);

 signals:
  void currentIdChanged(tilescribe::ui::DocumentId id);
  void actionTriggered(tilescribe::ui::RowAction action, tilescribe::ui::DocumentId id);

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  QueueModel& model_;
  QueueDelegate* delegate_;
};

}  // namespace tilescribe::ui

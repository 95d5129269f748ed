// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QListView>
#include <vector>

#include "ui/queue/queue_delegate.h"

namespace tilescribe::ui {

class QueueModel;

/// The list of files. One at a time is the current one; its transcript is shown beside the list. Several can
/// be selected, and waiting ones can be dragged to other places.
class QueueView : public QListView {
  Q_OBJECT

 public:
  explicit QueueView(QueueModel& model, QWidget* parent = nullptr);

  DocumentId current_id() const;  // 0: none
  void choose(DocumentId id);
  void choose_none();
  /// The selected files in the order of their rows; else the current one, if there is one.
  std::vector<DocumentId> selected_ids() const;
  bool has_several() const;  // selected
  void set_compact(bool compact);
  /// What else can be done with the selected rows: at the end of the context menu.
  void set_row_actions(const QList<QAction*>& actions) { actions_for_rows_ = actions; }

 signals:
  void currentIdChanged(tilescribe::ui::DocumentId id);
  void selectedIdsChanged();
  void actionTriggered(tilescribe::ui::RowAction action, const std::vector<tilescribe::ui::DocumentId>& ids);

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
  void startDrag(Qt::DropActions actions) override;
  void dropEvent(QDropEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  QueueModel& model_;
  QueueDelegate* delegate_;
  QList<QAction*> actions_for_rows_;
};

}  // namespace tilescribe::ui

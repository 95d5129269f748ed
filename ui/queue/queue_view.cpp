// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queue_view.h"

#include <QContextMenuEvent>
#include <QDragLeaveEvent>
#include <QDropEvent>
#include <QMenu>
#include <algorithm>

#include "ui/queue/queue_model.h"

namespace tilescribe::ui {

QueueView::QueueView(QueueModel& model, QWidget* parent)
    : QListView(parent), model_(model), delegate_(new QueueDelegate(this)) {
  setModel(&model);
  setItemDelegate(delegate_);
  setFrameShape(QFrame::NoFrame);
  setMouseTracking(true);
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSelectionMode(ExtendedSelection);
  setDragDropMode(InternalMove);
  setDropIndicatorShown(true);
  setAccessibleName(tr("Files"));
  setAccessibleDescription(tr("Files to transcribe and their states"));
  setUniformItemSizes(true);
  setBackgroundRole(QPalette::Window);
  viewport()->setBackgroundRole(QPalette::Window);
  // A row's own buttons mean that row.
  connect(delegate_, &QueueDelegate::actionTriggered, this,
          [this](RowAction action, DocumentId id) { emit actionTriggered(action, {id}); });
  // The row that comes in the place of those that went is shown, so it is also marked.
  connect(&model, &QAbstractItemModel::rowsRemoved, this, [this] {
    if (currentIndex().isValid() && !selectionModel()->hasSelection())
      selectionModel()->select(currentIndex(), QItemSelectionModel::Select);
  });
}

DocumentId QueueView::current_id() const {
  const QueueItem* item = model_.item_at(currentIndex().row());
  return item == nullptr ? 0 : item->id();
}

/// Not as the mouse or a key would: a Shift that happens to be held must not extend the selection.
void QueueView::choose(DocumentId id) {
  const int row = model_.row_of(id);
  if (row < 0) return;
  selectionModel()->setCurrentIndex(model_.index(row), QItemSelectionModel::ClearAndSelect);
}

void QueueView::choose_none() {
  selectionModel()->clear();
}

std::vector<DocumentId> QueueView::selected_ids() const {
  std::vector<int> rows;
  for (const QItemSelectionRange& range : selectionModel()->selection()) {
    for (int row = range.top(); row <= range.bottom(); ++row) rows.push_back(row);
  }
  if (rows.empty() && currentIndex().isValid()) rows.push_back(currentIndex().row());
  std::ranges::sort(rows);
  std::vector<DocumentId> ids;
  for (const int row : rows) ids.push_back(model_.item_at(row)->id());
  return ids;
}

bool QueueView::has_several() const {
  const QItemSelection selection = selectionModel()->selection();
  return selection.size() > 1 || (selection.size() == 1 && selection.first().height() > 1);
}

void QueueView::set_compact(bool compact) {
  delegate_->set_compact(compact);
  scheduleDelayedItemsLayout();
  if (currentIndex().isValid()) scrollTo(currentIndex());
}

void QueueView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QListView::currentChanged(current, previous);
  emit currentIdChanged(current_id());
}

void QueueView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
  QListView::selectionChanged(selected, deselected);
  emit selectedIdsChanged();
}

/// Qt drags the rows that can be, without asking where none can.
void QueueView::startDrag(Qt::DropActions actions) {
  const auto draggable = [](const QModelIndex& index) {
    return index.flags().testFlag(Qt::ItemIsDragEnabled);
  };
  if (std::ranges::any_of(selectedIndexes(), draggable)) QListView::startDrag(actions);
}

/// All at once: QListView moves rows one by one, and takes one that stays where it is for all.
void QueueView::dropEvent(QDropEvent* event) {
  if (!model_.canDropMimeData(event->mimeData(), Qt::MoveAction, 0, 0, {}))
    return QListView::dropEvent(event);
  const QPoint place = event->position().toPoint();
  const QModelIndex over = indexAt(place);
  const bool below = over.isValid() && place.y() >= visualRect(over).center().y();
  const int row = over.isValid() ? over.row() + (below ? 1 : 0) : model_.rowCount();
  model_.dropMimeData(event->mimeData(), Qt::MoveAction, row, 0, {});
  event->setDropAction(Qt::MoveAction);
  event->accept();
  QDragLeaveEvent ended;  // scrolling and the line between two rows end
  dragLeaveEvent(&ended);
}

void QueueView::contextMenuEvent(QContextMenuEvent* event) {
  // From the keyboard, the event's position is the middle of the view; the menu is for the chosen row.
  const bool keyboard = event->reason() == QContextMenuEvent::Keyboard;
  const QModelIndex index = keyboard ? currentIndex() : indexAt(event->pos());
  const QueueItem* item = model_.item_at(index.row());
  if (item == nullptr) return;
  // It is for all that are selected where this row is among them.
  const bool among = has_several() && selectionModel()->isSelected(index);
  const std::vector<DocumentId> ids = among ? selected_ids() : std::vector{item->id()};
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto add = [&](RowAction action, const QString& name) {
    menu->addAction(name, this, [this, action, ids] { emit actionTriggered(action, ids); });
  };
  const auto any = [&](const auto& is) {
    return std::ranges::any_of(ids, [&](DocumentId id) { return is(*model_.item(id)); });
  };
  const auto name = [&](RowAction action) { return QueueDelegate::action_name(action, *item); };
  if (any([](const QueueItem& one) { return is_active(one.state); }))
    add(RowAction::cancel, name(RowAction::cancel));
  if (any(retryable)) add(RowAction::retry, among ? tr("Transcribe again") : name(RowAction::retry));
  if (!among && item->state == JobState::failed) add(RowAction::details, name(RowAction::details));
  add(RowAction::remove, name(RowAction::remove));
  menu->addSeparator();
  menu->addActions(actions_for_rows_);
  const QPoint place =
      keyboard ? viewport()->mapToGlobal(visualRect(index).bottomLeft()) : event->globalPos();
  menu->popup(place);
}

}  // namespace tilescribe::ui

// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queue_view.h"

#include <QContextMenuEvent>
#include <QMenu>

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
  setSelectionMode(SingleSelection);
  setAccessibleName(tr("Files"));
  setAccessibleDescription(tr("Files to transcribe and their states"));
  viewport()->setAcceptDrops(false);
  setUniformItemSizes(true);
  setBackgroundRole(QPalette::Window);
  viewport()->setBackgroundRole(QPalette::Window);
  connect(delegate_, &QueueDelegate::actionTriggered, this, &QueueView::actionTriggered);
}

DocumentId QueueView::current_id() const {
  const QueueItem* item = model_.item_at(currentIndex().row());
  return item == nullptr ? 0 : item->id();
}

void QueueView::choose(DocumentId id) {
  const int row = model_.row_of(id);
  if (row >= 0) setCurrentIndex(model_.index(row));
}

void QueueView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QListView::currentChanged(current, previous);
  emit currentIdChanged(current_id());
}

void QueueView::contextMenuEvent(QContextMenuEvent* event) {
  // From the keyboard, the event's position is the middle of the view; the menu is for the chosen row.
  const bool keyboard = event->reason() == QContextMenuEvent::Keyboard;
  const QModelIndex index = keyboard ? currentIndex() : indexAt(event->pos());
  const QueueItem* item = model_.item_at(index.row());
  if (item == nullptr) return;
  const DocumentId id = item->id();
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto add = [&](RowAction action) {
    menu->addAction(QueueDelegate::action_name(action, *item), this,
                    [this, action, id] { emit actionTriggered(action, id); });
  };
  if (is_active(item->state)) add(RowAction::cancel);
  if (retryable(*item)) add(RowAction::retry);
  if (item->state == JobState::failed) add(RowAction::details);
  add(RowAction::remove);
  const QPoint place =
      keyboard ? viewport()->mapToGlobal(visualRect(index).bottomLeft()) : event->globalPos();
  menu->popup(place);
}

}  // namespace tilescribe::ui

// SPDX-License-Identifier: Apache-2.0
// The order in which waiting files are taken, how long all of them will take, and how rows are dragged.
#include <QMimeData>
#include <algorithm>

#include "ui/queue/queue_model.h"

namespace tilescribe::ui {

namespace {

const QString dragged_type = QStringLiteral("application/x-tilescribe-files");

}  // namespace

/// By rows; ids that are not there are ignored.
std::vector<bool> QueueModel::marked(const std::vector<DocumentId>& ids) const {
  std::vector<bool> rows(items_.size());
  for (const DocumentId id : ids) {
    if (const int row = row_of(id); row >= 0) rows[static_cast<std::size_t>(row)] = true;
  }
  return rows;
}

std::vector<DocumentId> QueueModel::waiting() const {
  std::vector<DocumentId> ids;
  for (const auto& item : items_) {
    if (item->state == JobState::waiting) ids.push_back(item->id());
  }
  return ids;
}

/// `order` has all that wait. They share out the rows that they have.
bool QueueModel::take_turns(const std::vector<DocumentId>& order) {
  std::vector<int> rows(items_.size());
  std::size_t next = 0;
  bool moved = false;
  for (int row = 0; row < rowCount(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    rows[at] = items_[at]->state == JobState::waiting ? row_of(order[next++]) : row;
    moved = moved || rows[at] != row;
  }
  if (moved) arrange(rows);
  return moved;
}

bool QueueModel::move(const std::vector<DocumentId>& ids, QueueMove where) {
  const std::vector<bool> rows = marked(ids);
  std::vector<DocumentId> order = waiting();
  const auto moves = [&](DocumentId id) { return rows[static_cast<std::size_t>(row_of(id))]; };
  switch (where) {
    case QueueMove::first:
      std::ranges::stable_partition(order, moves);
      break;
    case QueueMove::last:
      std::ranges::stable_partition(order, [&](DocumentId id) { return !moves(id); });
      break;
    case QueueMove::up:
      for (std::size_t i = 1; i < order.size(); ++i) {
        if (moves(order[i]) && !moves(order[i - 1])) std::swap(order[i], order[i - 1]);
      }
      break;
    case QueueMove::down:
      for (std::size_t i = order.size(); i-- > 1;) {
        if (moves(order[i - 1]) && !moves(order[i])) std::swap(order[i], order[i - 1]);
      }
      break;
  }
  return take_turns(order);
}

bool QueueModel::move_before(const std::vector<DocumentId>& ids, int row) {
  const std::vector<bool> rows = marked(ids);
  std::vector<DocumentId> before, moving, after;
  for (const DocumentId id : waiting()) {
    const int at = row_of(id);
    (rows[static_cast<std::size_t>(at)] ? moving : at < row ? before : after).push_back(id);
  }
  before.insert(before.end(), moving.begin(), moving.end());
  before.insert(before.end(), after.begin(), after.end());
  return take_turns(before);
}

void QueueModel::set_length(DocumentId id, double length_s) {
  const int row = row_of(id);
  if (row < 0) return;
  QueueItem& item = *items_[static_cast<std::size_t>(row)];
  count(item, -1);
  item.length_s = length_s;
  count(item, 1);
  emit remainingChanged();
}

void QueueModel::forget_speed() {
  measured_ = {};
  emit remainingChanged();
}

QueueModel::Remaining QueueModel::remaining() const {
  Measured speed = measured_;
  double audio_s = waiting_s_;
  bool known = unknown_lengths_ < states_[static_cast<std::size_t>(JobState::waiting)];
  Remaining remaining{.at_least = unknown_lengths_ > 0};
  for (const DocumentId id : running_) {
    const Progress& progress = item(id)->progress;
    const double whole_s =
        progress.audio_total_s > 0.0 ? progress.audio_total_s : item(id)->length_s.value_or(0.0);
    // As long as the first window is not finished, the work in it is what is known: the row's time comes from
    // it, too.
    const double done_s = progress.remaining_s < 0.0
                              ? progress.audio_done_s
                              : std::max(progress.audio_done_s, progress.fraction * whole_s);
    if (done_s > 0.0) {
      speed.audio_s += done_s;
      speed.elapsed_s += progress.elapsed_s;
    }
    if (whole_s > 0.0) {
      audio_s += std::max(0.0, whole_s - done_s);
      known = true;
    } else {
      remaining.at_least = true;
    }
  }
  if (known && speed.audio_s > 0.0 && speed.elapsed_s > 0.0)
    remaining.seconds = audio_s * speed.elapsed_s / speed.audio_s;
  return remaining;
}

Qt::ItemFlags QueueModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = QAbstractListModel::flags(index);
  const QueueItem* item = index.isValid() ? item_at(index.row()) : nullptr;
  // A row takes no drops: what is dropped goes between two.
  if (item == nullptr) return usual | Qt::ItemIsDropEnabled;
  return item->state == JobState::waiting ? usual | Qt::ItemIsDragEnabled : usual;
}

QStringList QueueModel::mimeTypes() const {
  return {dragged_type};
}

QMimeData* QueueModel::mimeData(const QModelIndexList& indexes) const {
  QByteArrayList ids;
  for (const QModelIndex& index : indexes) ids.append(QByteArray::number(item_at(index.row())->id()));
  auto* data = new QMimeData;
  data->setData(dragged_type, ids.join(' '));
  return data;
}

bool QueueModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int /*column*/,
                              const QModelIndex& parent) {
  if (action != Qt::MoveAction || !data->hasFormat(dragged_type) || parent.isValid()) return false;
  std::vector<DocumentId> ids;
  for (const QByteArray& id : data->data(dragged_type).split(' ')) ids.push_back(id.toULongLong());
  emit dropped(ids, row < 0 ? rowCount() : row);
  return true;
}

}  // namespace tilescribe::ui

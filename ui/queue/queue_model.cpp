// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queue_model.h"

#include <algorithm>
#include <iterator>

#include "ui/format.h"

namespace tilescribe::ui {

int QueueModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(items_.size());
}

QVariant QueueModel::data(const QModelIndex& index, int role) const {
  const QueueItem* item = index.isValid() ? item_at(index.row()) : nullptr;
  if (item == nullptr) return {};
  switch (role) {
    case Qt::DisplayRole:
      return file_name(item->path);
    case Qt::ToolTipRole:
      return tip_text(
          QStringList{item->path, state_text(*item), item->note}.join(QLatin1Char('\n')).trimmed());
    case Qt::AccessibleTextRole:
      return tr("%1, %2").arg(file_name(item->path), state_text(*item));
    default:
      return {};
  }
}

const QueueItem* QueueModel::item_at(int row) const {
  if (row < 0 || row >= rowCount()) return nullptr;
  return items_[static_cast<std::size_t>(row)].get();
}

QueueModel::Overall QueueModel::overall() const {
  const auto in = [this](JobState state) { return states_[static_cast<std::size_t>(state)]; };
  Overall overall;
  overall.total = rowCount();
  overall.running = in(JobState::running);
  overall.active = in(JobState::waiting) + overall.running;
  overall.done = in(JobState::done);
  overall.failed = in(JobState::failed);
  overall.cancelled = in(JobState::cancelled);
  double worked = overall.total - overall.active;
  for (const DocumentId id : running_) worked += item(id)->progress.fraction;
  if (overall.total > 0) overall.fraction = worked / overall.total;
  return overall;
}

void QueueModel::count(const QueueItem& item, int by) {
  states_[static_cast<std::size_t>(item.state)] += by;
  if (item.state == JobState::waiting) {
    waiting_s_ += by * item.length_s.value_or(0.0);
    if (!item.length_s) unknown_lengths_ += by;
  }
  if (item.state != JobState::running) return;
  if (by > 0) {
    running_.insert(item.id());
  } else {
    running_.remove(item.id());
  }
}

void QueueModel::enter(QueueItem& item, JobState state) {
  count(item, -1);
  item.state = state;
  count(item, 1);
}

void QueueModel::number_rows(int first) {
  for (int row = first; row < rowCount(); ++row) rows_[items_[static_cast<std::size_t>(row)]->id()] = row;
}

void QueueModel::insert(int row, Items items) {
  if (items.empty()) return;
  beginInsertRows({}, row, row + static_cast<int>(items.size()) - 1);
  for (const auto& item : items) count(*item, 1);
  items_.insert(items_.begin() + row, std::make_move_iterator(items.begin()),
                std::make_move_iterator(items.end()));
  number_rows(row);
  endInsertRows();
}

QueueModel::Items QueueModel::extract(int first, int count_of_rows) {
  beginRemoveRows({}, first, first + count_of_rows - 1);
  const auto begin = items_.begin() + first, end = begin + count_of_rows;
  Items items(std::make_move_iterator(begin), std::make_move_iterator(end));
  items_.erase(begin, end);
  for (const auto& item : items) {
    count(*item, -1);
    rows_.remove(item->id());
  }
  number_rows(first);
  endRemoveRows();
  return items;
}

/// `order`: for each row, the earlier row of its item.
void QueueModel::arrange(const std::vector<int>& order) {
  emit layoutAboutToBeChanged();
  Items arranged(items_.size());
  std::vector<int> now(items_.size());
  for (std::size_t row = 0; row < order.size(); ++row) {
    const auto before = static_cast<std::size_t>(order[row]);
    arranged[row] = std::move(items_[before]);
    now[before] = static_cast<int>(row);
  }
  items_ = std::move(arranged);
  number_rows(0);
  const QModelIndexList kept = persistentIndexList();
  QModelIndexList moved;
  moved.reserve(kept.size());
  for (const QModelIndex& each : kept) moved.append(index(now[static_cast<std::size_t>(each.row())]));
  changePersistentIndexList(kept, moved);
  emit layoutChanged();
}

void QueueModel::add_all(std::vector<QueueItem> items) {
  Items made;
  made.reserve(items.size());
  for (QueueItem& item : items) made.push_back(std::make_unique<QueueItem>(std::move(item)));
  insert(rowCount(), std::move(made));
}

std::vector<QueueModel::TakenRow> QueueModel::take(const std::vector<DocumentId>& ids) {
  const std::vector<bool> leaves = marked(ids);
  std::vector<TakenRow> taken;
  std::vector<int> order;
  for (int row = 0; row < rowCount(); ++row) {
    if (leaves[static_cast<std::size_t>(row)]) taken.push_back({row, nullptr});
  }
  if (taken.empty()) return taken;
  const int count_of_rows = static_cast<int>(taken.size());
  int first = taken.front().row;
  if (taken.back().row - first + 1 != count_of_rows) {
    // They move to the front; the others keep their order.
    for (const TakenRow& each : taken) order.push_back(each.row);
    for (int row = 0; row < rowCount(); ++row) {
      if (!leaves[static_cast<std::size_t>(row)]) order.push_back(row);
    }
    arrange(order);
    first = 0;
  }
  Items items = extract(first, count_of_rows);
  for (std::size_t i = 0; i < taken.size(); ++i) taken[i].item = std::move(items[i]);
  return taken;
}

void QueueModel::put_back(std::vector<TakenRow> taken) {
  if (taken.empty()) return;
  const int before = rowCount();
  const int first = std::min(taken.front().row, before);
  const bool together = taken.back().row - taken.front().row + 1 == static_cast<int>(taken.size());
  Items items;
  for (TakenRow& each : taken) items.push_back(std::move(each.item));
  insert(together ? first : before, std::move(items));
  if (together) return;
  // They are at the end now; each moves to its place.
  std::vector<int> order;
  std::size_t next = 0;
  for (int other = 0; order.size() < items_.size();) {
    const bool here = next < taken.size() && taken[next].row <= static_cast<int>(order.size());
    order.push_back(here || other == before ? before + static_cast<int>(next++) : other++);
  }
  arrange(order);
}

/// Changes an item, if it is still there, and says so.
template <class Change>
void QueueModel::change(DocumentId id, Change&& apply) {
  const int row = row_of(id);
  if (row < 0) return;
  const QueueItem& item = *items_[static_cast<std::size_t>(row)];
  const JobState before = item.state;
  apply(*items_[static_cast<std::size_t>(row)]);
  emit dataChanged(index(row), index(row));
  emit itemChanged(id);
  if (item.state != before) emit stateChanged(id);
}

void QueueModel::set_waiting(DocumentId id) {
  change(id, [this](QueueItem& item) {
    enter(item, JobState::waiting);
    item.note.clear();
    item.progress = {};
    item.failure = {};
    item.skipped = false;
    item.document->begin();
  });
}

void QueueModel::set_started(DocumentId id) {
  change(id, [this](QueueItem& item) { enter(item, JobState::running); });
}

void QueueModel::set_anew(DocumentId id, const QString& why) {
  change(id, [&](QueueItem& item) {
    item.progress = {};
    item.note = why;
    item.document->begin();
  });
}

void QueueModel::set_note(DocumentId id, const QString& note) {
  change(id, [&](QueueItem& item) { item.note = note; });
}

void QueueModel::set_held(DocumentId id, bool held) {
  if (item(id) == nullptr || item(id)->held == held) return;
  change(id, [held](QueueItem& item) { item.held = held; });
}

void QueueModel::set_progress(DocumentId id, const Progress& progress) {
  change(id, [&](QueueItem& item) { item.progress = progress; });
}

void QueueModel::append_segment(DocumentId id, Segment segment) {
  if (const QueueItem* grown = item(id)) grown->document->append(std::move(segment));
}

void QueueModel::set_partial(DocumentId id, const PartialText& partial) {
  if (const QueueItem* grown = item(id))
    grown->document->set_tail({QString::fromStdString(partial.text), partial.start_s, partial.window});
}

void QueueModel::set_finished(DocumentId id, Transcript transcript) {
  change(id, [&](QueueItem& item) {
    item.held = false;
    if (!transcript.cancelled) {
      measured_.audio_s += transcript.duration_s;
      measured_.elapsed_s += transcript.elapsed_s;
    }
    enter(item, transcript.cancelled ? JobState::cancelled : JobState::done);
    item.document->finish(std::move(transcript));
  });
}

void QueueModel::set_kept_text(DocumentId id, Transcript transcript) {
  change(id, [&](QueueItem& item) { item.document->finish(std::move(transcript)); });
}

void QueueModel::set_failed(DocumentId id, const Failure& failure) {
  change(id, [&](QueueItem& item) {
    item.held = false;
    enter(item, JobState::failed);
    item.failure = failure;
    item.document->set_tail({});
  });
}

}  // namespace tilescribe::ui

// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queue_model.h"

#include <algorithm>
#include <utility>

namespace tilescribe::ui {

namespace {

/// Whether the final transcript shows what was streamed (it should), so that the view need not start anew.
bool same_text(const Transcript& streamed, const Transcript& last) {
  return std::equal(streamed.segments.begin(), streamed.segments.end(), last.segments.begin(),
                    last.segments.end(), [](const Segment& a, const Segment& b) {
                      return a.text == b.text && a.start_s == b.start_s && a.looped == b.looped;
                    });
}

}  // namespace

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
      return tr("%1\n%2").arg(item->path, state_text(*item));
    case Qt::AccessibleTextRole:
      return tr("%1, %2").arg(file_name(item->path), state_text(*item));
    case StateRole:
      return static_cast<int>(item->state);
    case StateTextRole:
      return row_state_text(*item);
    case FractionRole:
      return item->progress.fraction;
    case IdRole:
      return QVariant::fromValue(item->id);
    case CanRetryRole:
      return retryable(*item);
    case RetryTextRole:
      return retry_text(*item);
    case CutOffRole:
      return is_cut_off(*item);
    case RunningRole:
      return item->state == JobState::running;
    default:
      return {};
  }
}

QHash<int, QByteArray> QueueModel::roleNames() const {
  auto names = QAbstractListModel::roleNames();
  names.insert({{StateRole, "state"},
                {StateTextRole, "stateText"},
                {FractionRole, "fraction"},
                {IdRole, "jobId"},
                {CanRetryRole, "canRetry"},
                {RetryTextRole, "retryText"},
                {CutOffRole, "cutOff"},
                {RunningRole, "running"}});
  return names;
}

const QueueItem* QueueModel::item(JobId id) const {
  return item_at(row_of(id));
}

const QueueItem* QueueModel::item_at(int row) const {
  if (row < 0 || row >= rowCount()) return nullptr;
  return items_[static_cast<std::size_t>(row)].get();
}

int QueueModel::row_of(JobId id) const {
  const auto found =
      std::find_if(items_.begin(), items_.end(), [&](const auto& item) { return item->id == id; });
  return found == items_.end() ? -1 : static_cast<int>(found - items_.begin());
}

QueueItem* QueueModel::find(JobId id) {
  return const_cast<QueueItem*>(std::as_const(*this).item(id));
}

QueueModel::Overall QueueModel::overall() const {
  Overall overall;
  double worked = 0.0;
  for (const auto& item : items_) {
    ++overall.total;
    switch (item->state) {
      case JobState::waiting:
        ++overall.active;
        continue;
      case JobState::running:
        ++overall.active;
        worked += item->progress.fraction;
        continue;
      case JobState::done:
        ++overall.done;
        break;
      case JobState::failed:
        ++overall.failed;
        break;
      case JobState::cancelled:
        ++overall.cancelled;
        break;
    }
    worked += 1.0;
  }
  if (overall.total > 0) overall.fraction = worked / overall.total;
  return overall;
}

void QueueModel::add(QueueItem item) {
  const int row = rowCount();
  beginInsertRows({}, row, row);
  items_.push_back(std::make_unique<QueueItem>(std::move(item)));
  endInsertRows();
}

void QueueModel::remove(JobId id) {
  const int row = row_of(id);
  if (row < 0) return;
  beginRemoveRows({}, row, row);
  items_.erase(items_.begin() + row);
  endRemoveRows();
}

void QueueModel::changed(JobId id) {
  const QModelIndex changed_index = index(row_of(id));
  emit dataChanged(changed_index, changed_index);
  emit itemChanged(id);
}

void QueueModel::set_waiting(JobId id) {
  QueueItem* item = find(id);
  if (item == nullptr) return;
  item->state = JobState::waiting;
  item->progress = {};
  item->transcript = {};
  item->partial.clear();
  item->failure = {};
  changed(id);
  emit segmentsChanged(id, true);
}

void QueueModel::set_started(JobId id) {
  QueueItem* item = find(id);
  if (item == nullptr) return;
  item->state = JobState::running;
  changed(id);
}

void QueueModel::set_held(JobId id, bool held) {
  QueueItem* item = find(id);
  if (item == nullptr || item->held == held) return;
  item->held = held;
  changed(id);
}

void QueueModel::set_progress(JobId id, const Progress& progress) {
  QueueItem* item = find(id);
  if (item == nullptr) return;
  item->progress = progress;
  changed(id);
}

void QueueModel::append_segment(JobId id, const Segment& segment) {
  QueueItem* item = find(id);
  if (item == nullptr) return;
  // Its window is no longer under way.
  if (segment.window >= item->partial_window) item->partial.clear();
  item->transcript.segments.push_back(segment);
  emit segmentsChanged(id, false);
}

void QueueModel::set_partial(JobId id, const PartialText& partial) {
  QueueItem* item = find(id);
  if (item == nullptr) return;
  item->partial = QString::fromStdString(partial.text);
  item->partial_start_s = partial.start_s;
  item->partial_window = partial.window;
  emit partialChanged(id);
}

void QueueModel::set_finished(JobId id, const Transcript& transcript) {
  QueueItem* item = find(id);
  if (item == nullptr) return;
  item->held = false;
  item->state = transcript.cancelled ? JobState::cancelled : JobState::done;
  const bool replaced = !same_text(item->transcript, transcript);
  item->transcript = transcript;
  item->partial.clear();
  changed(id);
  emit segmentsChanged(id, replaced);
}

void QueueModel::set_failed(JobId id, const Failure& failure) {
  QueueItem* item = find(id);
  if (item == nullptr) return;
  item->held = false;
  item->state = JobState::failed;
  item->failure = failure;
  item->partial.clear();
  changed(id);
  emit segmentsChanged(id, false);
}

}  // namespace tilescribe::ui

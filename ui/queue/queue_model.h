// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <memory>
#include <vector>

#include "ui/queue/queue_item.h"

namespace tilescribe::ui {

/// The files of the queue, in the order in which they came. The one place on the GUI thread that knows them;
/// every view reads from here. The setters ignore ids that are no longer in the queue: events of a removed
/// file may still be under way.
class QueueModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role {
    StateRole = Qt::UserRole + 1,
    StateTextRole,
    FractionRole,
    IdRole,
    CanRetryRole,
    RetryTextRole,
    CutOffRole,  // done, and the file promised more than it had
    RunningRole
  };

  using QAbstractListModel::QAbstractListModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QHash<int, QByteArray> roleNames() const override;

  const QueueItem* item(JobId id) const;  // nullptr when it is not there
  const QueueItem* item_at(int row) const;
  int row_of(JobId id) const;  // -1 when it is not there

  /// What the status bar shows.
  struct Overall {
    int total = 0;
    int active = 0;  // waiting or running
    int done = 0;
    int failed = 0;
    int cancelled = 0;
    double fraction = 0.0;  // share of all files that needs no more work, 0…1
  };
  Overall overall() const;

  void add(QueueItem item);
  void remove(JobId id);
  void set_waiting(JobId id);  // (again): forgets earlier text and failure
  void set_started(JobId id);
  void set_held(JobId id, bool held);  // a live session goes before it, or no longer does
  void set_progress(JobId id, const Progress& progress);
  void append_segment(JobId id, const Segment& segment);
  void set_partial(JobId id, const PartialText& partial);
  void set_finished(JobId id, const Transcript& transcript);  // done or cancelled
  void set_failed(JobId id, const Failure& failure);

 signals:
  void itemChanged(tilescribe::ui::JobId id);                     // state or progress
  void segmentsChanged(tilescribe::ui::JobId id, bool replaced);  // appended; or other ones than before
  void partialChanged(tilescribe::ui::JobId id);

 private:
  QueueItem* find(JobId id);
  void changed(JobId id);

  std::vector<std::unique_ptr<QueueItem>>
      items_;  // an item's address stays the same while others come and go
};

}  // namespace tilescribe::ui

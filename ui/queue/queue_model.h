// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QHash>
#include <QSet>
#include <array>
#include <memory>
#include <vector>

#include "ui/queue/queue_item.h"

namespace tilescribe::ui {

/// The files of the queue, in the order in which they were added. It is the only place on the GUI thread that
/// knows them; every view reads from here. The setters ignore ids that are no longer in the queue, because
/// events of a removed file may still arrive. Work for one file takes no longer if there are thousands.
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
    CutOffRole,  // done, but the file promised more than it contained
    RunningRole
  };

  using QAbstractListModel::QAbstractListModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QHash<int, QByteArray> roleNames() const override;

  const QueueItem* item(JobId id) const;  // null if it is not there
  const QueueItem* item_at(int row) const;
  int row_of(JobId id) const;  // -1 if it is not there

  /// What the status bar shows.
  struct Overall {
    int total = 0;
    int active = 0;  // waiting or running
    int done = 0;
    int failed = 0;
    int cancelled = 0;
    double fraction = 0.0;  // share of all files that need no more work, 0…1
  };
  Overall overall() const;

  void add(QueueItem item);
  /// Adds many at once in a single insertion: thousands of insertions would keep every view busy.
  void add_all(std::vector<QueueItem> items);
  void remove(JobId id);

  /// A row that was removed, with the place to put it back.
  struct TakenRow {
    int row = 0;
    std::unique_ptr<QueueItem> item;
  };
  /// Removes these rows in one operation and returns them in their order. Ignores unknown ids.
  std::vector<TakenRow> take(const std::vector<JobId>& ids);
  /// Puts back the rows that take() returned, in one insertion; at the end if the list has become shorter.
  void put_back(std::vector<TakenRow> taken);

  void set_waiting(JobId id);  // also again; forgets earlier text and failure
  void set_started(JobId id);
  void set_anew(JobId id, const QString& why);  // starts again: an earlier run's text is not continued
  void set_held(JobId id, bool held);           // whether a live session goes before it
  void set_progress(JobId id, const Progress& progress);
  void append_segment(JobId id, const Segment& segment);
  void set_partial(JobId id, const PartialText& partial);
  void set_finished(JobId id, const Transcript& transcript);  // done or cancelled
  void set_failed(JobId id, const Failure& failure);

 signals:
  void itemChanged(tilescribe::ui::JobId id);                     // state or progress
  void segmentsChanged(tilescribe::ui::JobId id, bool replaced);  // appended, or replaced
  void partialChanged(tilescribe::ui::JobId id);

 private:
  using Items = std::vector<std::unique_ptr<QueueItem>>;  // so that an item's address stays the same

  QueueItem* find(JobId id);
  void changed(JobId id);
  void enter(QueueItem& item, JobState state);
  void count(const QueueItem& item, int by);
  void insert(int row, Items items);
  Items extract(int first, int count);
  void arrange(const std::vector<int>& order);
  void number_rows(int first);

  Items items_;
  QHash<JobId, int> rows_;
  std::array<int, 5> states_{};  // number of items in each
  QSet<JobId> running_;
};

}  // namespace tilescribe::ui

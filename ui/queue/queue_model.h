// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QHash>
#include <QSet>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ui/queue/queue_item.h"

namespace tilescribe::ui {

/// Where waiting files go in their order.
enum class QueueMove { up, down, first, last };

/// The files of the queue, in the order in which they were added or put. It is the only place on the GUI
/// thread that knows them; every view reads from here. The setters ignore ids that are no longer in the
/// queue, because events of a removed file may still arrive. Work for one file takes no longer if there are
/// thousands.
class QueueModel : public QAbstractListModel {
  Q_OBJECT

 public:
  using QAbstractListModel::QAbstractListModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

  // Waiting files can be dragged to another place among each other.
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  /// Only emits dropped(): whoever knows the jobs moves them.
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

  const QueueItem* item(DocumentId id) const { return item_at(row_of(id)); }  // null if it is not there
  const QueueItem* item_at(int row) const;
  int row_of(DocumentId id) const { return rows_.value(id, -1); }  // -1 if it is not there

  /// What the status bar shows.
  struct Overall {
    int total = 0;
    int active = 0;  // waiting or running
    int running = 0;
    int done = 0;
    int failed = 0;
    int cancelled = 0;
    double fraction = 0.0;  // share of all files that need no more work, 0…1
  };
  Overall overall() const;

  /// How long all files that are not finished will take at the speed measured so far.
  struct Remaining {
    std::optional<double> seconds = {};  // nullopt: no speed or no length is known
    bool at_least = false;               // there are files whose length is not known
  };
  Remaining remaining() const;
  void set_length(DocumentId id, double length_s);
  /// Speed is measured anew: another model is open.
  void forget_speed();

  /// The files that wait, in the order in which they will be taken.
  std::vector<DocumentId> waiting() const;
  /// Move waiting files among the waiting ones; all others keep their rows. They return whether anything
  /// moved.
  bool move(const std::vector<DocumentId>& ids, QueueMove where);
  bool move_before(const std::vector<DocumentId>& ids, int row);  // the row count: to the end

  void add(QueueItem item) { add_all({std::move(item)}); }
  /// Adds many at once in a single insertion: thousands of insertions would keep every view busy.
  void add_all(std::vector<QueueItem> items);
  void remove(DocumentId id) { take({id}); }

  /// A row that was removed, with the place to put it back.
  struct TakenRow {
    int row = 0;
    std::unique_ptr<QueueItem> item;
  };
  /// Removes these rows in one operation and returns them in their order. Ignores unknown ids.
  std::vector<TakenRow> take(const std::vector<DocumentId>& ids);
  /// Puts back the rows that take() returned, in one insertion; at the end if the list has become shorter.
  void put_back(std::vector<TakenRow> taken);

  void set_waiting(DocumentId id);  // also again; forgets earlier text and failure
  void set_started(DocumentId id);
  void set_note(DocumentId id, const QString& note);
  void set_anew(DocumentId id, const QString& why);  // starts again: an earlier run's text is not continued
  void set_held(DocumentId id, bool held);           // whether a live session goes before it
  void set_progress(DocumentId id, const Progress& progress);
  void append_segment(DocumentId id, Segment segment);
  void set_partial(DocumentId id, const PartialText& partial);
  void set_finished(DocumentId id, Transcript transcript);  // done or cancelled
  void set_failed(DocumentId id, const Failure& failure);
  void set_kept_text(DocumentId id, Transcript transcript);  // of a file that is skipped

 signals:
  void itemChanged(tilescribe::ui::DocumentId id);  // state or progress; its document tells of its text
  void stateChanged(tilescribe::ui::DocumentId id);
  void remainingChanged();  // not with the state of a file, but besides
  void dropped(const std::vector<tilescribe::ui::DocumentId>& ids, int row);  // before that row

 private:
  using Items = std::vector<std::unique_ptr<QueueItem>>;  // so that an item's address stays the same

  template <class Change>
  void change(DocumentId id, Change&& apply);
  void enter(QueueItem& item, JobState state);
  void count(const QueueItem& item, int by);
  void insert(int row, Items items);
  Items extract(int first, int count);
  void arrange(const std::vector<int>& order);
  void number_rows(int first);
  bool take_turns(const std::vector<DocumentId>& order);
  std::vector<bool> marked(const std::vector<DocumentId>& ids) const;

  Items items_;
  QHash<DocumentId, int> rows_;
  std::array<int, 5> states_{};  // number of items in each
  QSet<DocumentId> running_;
  double waiting_s_ = 0.0;   // of audio, as far as lengths are known
  int unknown_lengths_ = 0;  // of waiting files
  struct Measured {
    double audio_s = 0.0, elapsed_s = 0.0;
  } measured_;  // of finished files
};

}  // namespace tilescribe::ui

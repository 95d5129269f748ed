// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QObject>
#include <QTimer>
#include <memory>
#include <set>

#include "app/gui/queue/queue_record.h"
#include "app/gui/queue/watch_controller.h"
#include "app/gui/queue_controller.h"
#include "app/gui/transcript_store.h"

namespace tilescribe {

/// The queue outlasts the program, however that ends: what waits is in a file a second after it came, and
/// comes back at the next start, and is transcribed as it was asked for. A file of whose text a part is on
/// disk is left to UnfinishedTexts. One whose text was kept after the queue was last written is skipped, if
/// the open model wrote that text; recordings and files without speech are transcribed again. Of programs
/// that run at once, the first alone keeps its queue and watches the folder. One that has just been told to
/// quit has it for a moment: a program that begins then tries again for a minute. The disk work is the
/// store's.
class KeptQueue : public QObject {
  Q_OBJECT

 public:
  struct Places {
    QString record;       // the file
    QString unfinished;   // the folder of unfinished texts
    QString transcripts;  // the folder of kept texts
  };
  KeptQueue(Places places, QueueController& queue, WatchController& watch, TranscriptStore& store,
            ui::Shell& shell);

  /// Puts back what waited. `restored` follows, unless another program keeps the queue. Nothing is written
  /// before.
  void restore();
  /// The program ends: what runs now waits at the next start.
  void note_running();
  /// Writes what waits now. The store's flush() waits for it.
  void finish();

 signals:
  void restored(bool later);  // another program had it first

 private:
  using Count = QHash<QString, int>;  // of texts, by the path of their audio
  void try_again();
  void take_over(const QString& title, const LoadedQueue& loaded, const QString& aside,
                 const Count& unfinished, const Count& done);
  void put_back(const QueueRecord& record, Count unfinished, Count done);
  void change();
  void write();
  void written(const QString& title, const std::optional<Failure>& failure);
  QueueRecord record() const;

  const Places places_;
  QueueController& queue_;
  WatchController& watch_;
  TranscriptStore& store_;
  ui::Shell& shell_;
  std::shared_ptr<QFile> lock_;       // the system releases it when the program ends, however it ends
  std::set<ui::DocumentId> stopped_;  // by the end of the program
  int attempts_ = 0;                  // to take the queue over from another program
  bool finished_ = false;
  bool restored_ = false;
  bool failing_ = false;  // the last writing failed, and that was said
  QTimer timer_;
};

}  // namespace tilescribe

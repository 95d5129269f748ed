// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "app/gui/transcript_store.h"
#include "inference/api/unfinished.h"
#include "ui/queue/queue_model.h"

namespace tilescribe {

/// Keeps the text of running jobs on disk, a second after a window is finished at the latest, and continues
/// what a program left that was killed. The disk work is the store's; the text is the queue's.
class UnfinishedTexts : public QObject {
  Q_OBJECT

 public:
  UnfinishedTexts(QString folder, const ui::QueueModel& queue, TranscriptStore& store);

  /// Looks for texts that no running program writes; found follows, also where there are none.
  void look();
  /// Takes over such texts: `add` makes a job of each that is still to be had and gives its id.
  void take(const std::vector<UnfinishedText>& texts,
            const std::function<ui::DocumentId(const UnfinishedText&)>& add);
  /// Keeps such texts as transcripts that ended early.
  void keep(const std::vector<UnfinishedText>& texts);

  /// A job begins, or continues a text that was taken over.
  void begin(ui::DocumentId id, const UnfinishedText& text);
  void reached(ui::DocumentId id, const WindowBoundary& end);
  /// The job has ended. What to do on the store's thread once its text is kept.
  std::function<void()> settling(ui::DocumentId id);

 signals:
  void found(const std::vector<tilescribe::UnfinishedText>& texts);
  /// A job's text cannot be kept while it is written; the job goes on.
  void failed(const tilescribe::Failure& failure);

 private:
  /// A job's file, which the store's thread alone touches.
  struct Place {
    std::unique_ptr<UnfinishedFile> file;  // none in the first second
    bool failed = false;                   // nothing more is written
    void remove();
  };
  struct Job {
    std::shared_ptr<Place> place;
    UnfinishedText text;      // as it began
    std::size_t written = 0;  // segments
    WindowBoundary end;
    bool due = false;
  };

  void write_due();
  void write(ui::DocumentId id, Job& job);

  QString folder_;
  const ui::QueueModel& queue_;
  TranscriptStore& store_;
  std::map<ui::DocumentId, Job> jobs_;
  QTimer timer_;
};

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "app/gui/queue_controller.h"
#include "app/gui/transcript_store.h"
#include "inference/api/capture.h"
#include "inference/api/unfinished.h"

class QPushButton;

namespace tilescribe {

namespace ui {
class Banner;
}

/// What a program left unfinished that was killed, in plain words: files with a part of their text, newest
/// first, and recordings without one.
QString offer_text(const std::vector<UnfinishedText>& texts, const std::vector<RecordingFile>& recordings);

/// Keeps the text of running jobs on disk, a second after a window is finished at the latest. What an earlier
/// run left that was killed or ended it offers in one banner, and continues it or keeps it. The disk work is
/// the store's.
class UnfinishedTexts : public QObject {
  Q_OBJECT

 public:
  /// `recorded`: whether a file is a recording of the program's.
  UnfinishedTexts(QString folder, std::function<bool(const QString&)> recorded, QueueController& queue,
                  TranscriptStore& store, ui::Shell& shell);

  /// Looks for texts that no running program writes, and offers them.
  void look();
  /// Offers recordings whose text was never finished, too.
  void set_recordings(const std::vector<RecordingFile>& recordings);
  /// Shows what there is to offer: not what waits in the queue.
  void show();

  /// A job begins, or continues a text that was taken over.
  void begin(ui::DocumentId id, const UnfinishedText& text);
  void reached(ui::DocumentId id, const WindowBoundary& end);
  /// The program ends: what it stops is offered at the next start. To be called before and after it stops.
  void finish();
  /// The job has ended. What to do on the store's thread once its text is kept.
  std::function<void()> settling(ui::DocumentId id);

 signals:
  void folderRequested();  // of the recordings
  void recordingAccepted(const QString& path);

 private:
  /// A job's file, which the store's thread alone touches.
  struct Place {
    std::unique_ptr<UnfinishedFile> file;  // none in the first second
    Transcript due = {};                   // what is not written yet, up to this end
    WindowBoundary end = {};
    bool failed = false;  // the last writing; it is tried again with the next window
    void write(const std::filesystem::path& folder, const UnfinishedText& text);
    void remove();
  };
  struct Job {
    std::shared_ptr<Place> place;
    UnfinishedText text;      // as it began
    std::size_t written = 0;  // segments
    WindowBoundary end;
    bool due = false;
  };

  void accept();
  void dismiss();
  void continue_text(const std::shared_ptr<Place>& place, const UnfinishedText& text);
  void report_copy(const UnfinishedText& text);
  static QString not_kept();
  void write_due();
  void write(ui::DocumentId id, Job& job);

  QString folder_;
  std::function<bool(const QString&)> recorded_;
  QueueController& queue_;
  TranscriptStore& store_;
  ui::Shell& shell_;
  ui::Banner* banner_;
  QPushButton* accept_;
  QPushButton* show_folder_;
  std::vector<UnfinishedText> texts_;      // that are offered
  std::vector<RecordingFile> recordings_;  // likewise
  std::map<ui::DocumentId, Job> jobs_;
  bool ending_ = false;  // of the program
  QTimer timer_;
};

}  // namespace tilescribe

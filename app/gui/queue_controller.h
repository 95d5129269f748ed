// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/gui/background.h"
#include "app/gui/file_collector.h"
#include "app/service/transcription_service.h"
#include "ui/queue/queue_model.h"
#include "ui/queue/queue_part.h"
#include "ui/shell/shell.h"
#include "ui/transcript/transcript_part.h"

namespace tilescribe {

/// The files: what is opened becomes a job of the service and a row of the queue, and the row follows its
/// job.
class QueueController : public QObject {
  Q_OBJECT

 public:
  QueueController(CollectFunction collect, TranscriptionService& service, ui::Shell& shell,
                  ui::Settings& settings);

  /// How files are transcribed that are opened from now on; none: as usual.
  void set_options(std::function<TranscribeOptions()> options) { options_ = std::move(options); }

  ui::QueueModel& model() { return model_; }
  ui::QueuePart& part() { return part_; }
  ui::TranscriptPart& transcript() { return transcript_; }

  /// Files and folders that the user wants to have transcribed; the first is shown to him.
  void open_urls(const QList<QUrl>& urls);
  void open(const std::vector<CollectedFile>& files);
  /// Transcribes a recording as a file; `choose` shows it too.
  void transcribe_recording(const QString& path, bool choose);
  /// A file that goes on where an earlier run stood; the item has its text so far.
  ui::DocumentId add_job(ui::QueueItem item, const TranscribeOptions& options);
  /// One that is written already; `spoken`: live, from a recording that can be transcribed again.
  ui::DocumentId add_transcript(const QString& path, std::shared_ptr<ui::TranscriptDocument> document,
                                bool spoken);
  /// Removes a row that is at its end, as its user would; any other stays.
  void close(ui::DocumentId id);
  /// What would be lost if the program ended now.
  std::optional<ui::ClosingQuestion> closing_question() const;
  /// Nothing is opened any more.
  void finish();

 signals:
  void textToKeep(tilescribe::ui::DocumentId id);  // the row is at its end, or begins anew
  void jobBegan(tilescribe::ui::DocumentId id, const tilescribe::UnfinishedText& text);
  void jobEnded();  // done, cancelled or failed, and shown
  void profileOpened(const QString& path);

 private:
  void connect_part();
  void connect_service();
  void add_files(const std::vector<CollectedFile>& files);
  ui::QueueItem item_of(const CollectedFile& file);
  void retry(ui::DocumentId id);
  void remove(ui::DocumentId id);
  void remove_finished();
  void set_aside(const std::vector<ui::DocumentId>& ids, const QString& offer);
  void undo_removal();

  std::function<TranscribeOptions()> options_;
  CollectFunction collect_;
  TranscriptionService& service_;
  ui::Shell& shell_;
  ui::QueueModel model_;
  ui::QueuePart part_;
  ui::TranscriptPart transcript_;
  std::vector<std::vector<ui::QueueModel::TakenRow>> removed_;  // one entry a removal, the last at the end
  int collections_ = 0;                                         // that are under way
  bool finished_ = false;
  std::stop_source collecting_stop_;
  Background collecting_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe

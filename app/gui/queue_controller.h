// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

#include "app/gui/background.h"
#include "app/gui/file_collector.h"
#include "app/gui/queue/done_texts.h"
#include "app/gui/queue/length_probe.h"
#include "app/service/transcription_service.h"
#include "ui/queue/queue_model.h"
#include "ui/queue/queue_part.h"
#include "ui/shell/shell.h"
#include "ui/transcript/transcript_part.h"

namespace tilescribe {

/// Where the queue's files come from, and what is asked of them.
struct QueueSources {
  CollectFunction collect = collect_files;
  LengthFunction length = stated_length;
  QString transcripts;  // the folder of kept texts
};

/// The files: what is opened becomes a job of the service and a row of the queue, and the row follows its
/// job.
class QueueController : public QObject {
  Q_OBJECT

 public:
  QueueController(QueueSources sources, TranscriptionService& service, ui::Shell& shell,
                  ui::Settings& settings);

  /// How files are transcribed that are opened from now on; none: as usual.
  void set_options(std::function<TranscribeOptions()> options) { options_ = std::move(options); }

  ui::QueueModel& model() { return model_; }
  ui::QueuePart& part() { return part_; }
  ui::TranscriptPart& transcript() { return transcript_; }

  /// Files and folders that the user wants to have transcribed; the first is shown to him.
  void open_urls(const QList<QUrl>& urls);
  /// Files that were found, not chosen. Those of which the open model has written a text before are skipped;
  /// nothing is shown to the user who may be busy with another.
  void open_found(const QStringList& paths);
  /// Those of them that are not in the list yet.
  QStringList finding() const;
  /// The user has cancelled it, and it may not have ended yet.
  bool is_given_up(ui::DocumentId id) const { return given_up_.contains(id); }
  /// A file that was skipped has no text after all: it is transcribed.
  void transcribe_skipped(ui::DocumentId id);
  using Asked = std::shared_ptr<const TranscribeOptions>;  // how a file is transcribed
  struct Waited {
    QString path;
    Asked asked;  // null: as usual
  };
  /// Files that waited when the program ended.
  void put_back(const std::vector<Waited>& files);
  void open(const std::vector<CollectedFile>& files, bool once = false);
  /// Transcribes a recording as a file; `choose` shows it too.
  void transcribe_recording(const QString& path, bool choose);
  /// A file that goes on where an earlier run stood; the item has its text so far.
  ui::DocumentId add_job(ui::QueueItem item, const TranscribeOptions& options);
  /// One that is written already; `spoken`: live, from a recording that can be transcribed again.
  ui::DocumentId add_transcript(const QString& path, std::shared_ptr<ui::TranscriptDocument> document,
                                bool spoken);
  /// The row that shows this kept text already; 0: none. To be set once.
  std::function<ui::DocumentId(const QString& text)> row_of_text = [](const QString&) { return 0; };
  /// Removes a row that is at its end, as the user can; any other stays.
  void close(ui::DocumentId id);
  /// What would be lost if the program ended now.
  std::optional<ui::ClosingQuestion> closing_question() const;
  /// Whether what waits is there again at the next start. No, until this is called.
  void set_kept(bool kept) { kept_ = kept; }
  /// Nothing is opened any more.
  void finish();

 signals:
  void textToKeep(tilescribe::ui::DocumentId id);  // the row is at its end, or begins anew
  void jobBegan(tilescribe::ui::DocumentId id, const tilescribe::UnfinishedText& text);
  void jobEnded();  // done, cancelled or failed, and shown
  void profileOpened(const QString& path);
  void findingChanged();
  void keptTextFound(tilescribe::ui::DocumentId id, const QString& text);  // of a file that is skipped

 private:
  void connect_part();
  void connect_service();
  struct Opening {
    QList<QUrl> urls;
    bool found = false;  // not chosen by the user
    bool skips = false;  // what is transcribed
  };
  void begin(const Opening& opening);
  void start_openings();
  void collect(const Opening& opening);
  void collected(const Outcome<std::vector<CollectedFile>>& files);
  TranscribeOptions options() const;
  Asked as_usual();
  void add_to_service(const QString& path, const Asked& asked, ui::DocumentId id);
  void transcribe_by_channel(const std::vector<ui::DocumentId>& ids);
  void know_maker(const std::optional<TextMaker>& maker);
  /// `once`: not those that wait already.
  ui::DocumentId add_files(const std::vector<CollectedFile>& files, bool once = false);
  ui::QueueItem item_of(const CollectedFile& file, const Asked& asked);
  ui::QueueItem waiting_item(const QString& path, const Asked& asked);
  void act(ui::RowAction action, const std::vector<ui::DocumentId>& ids);
  void retry(const std::vector<ui::DocumentId>& ids);
  void remove(const std::vector<ui::DocumentId>& ids);
  void keep_order() { service_.arrange(model_.waiting()); }
  void remove_finished();
  void set_aside(const std::vector<ui::DocumentId>& ids, const QString& offer);
  void undo_removal();

  const QueueSources sources_;
  std::function<TranscribeOptions()> options_;
  Asked usual_;  // the latest, which rows share until it changes
  TranscriptionService& service_;
  ui::Shell& shell_;
  ui::Settings& settings_;
  ui::QueueModel model_;
  ui::QueuePart part_;
  ui::TranscriptPart transcript_;
  std::vector<std::vector<ui::QueueModel::TakenRow>> removed_;  // one entry a removal, the last at the end
  LengthProbe lengths_;
  std::set<ui::DocumentId> given_up_;
  std::vector<Opening> openings_;   // under way, in their order
  std::size_t started_ = 0;         // of these
  bool opening_model_ = true;       // so it is not known by whom a text would be
  std::optional<TextMaker> maker_;  // of the open model; nullopt: none is open
  bool kept_ = false;
  bool finished_ = false;
  std::stop_source collecting_stop_;
  Background collecting_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe

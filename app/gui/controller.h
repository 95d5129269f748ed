// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <filesystem>
#include <stop_token>

#include "app/gui/desktop/desktop.h"
#include "app/gui/file_collector.h"
#include "app/gui/profiling/profiling_controller.h"
#include "app/gui/recording/background.h"
#include "app/gui/recording/recording_controller.h"
#include "app/gui/transcript_store.h"
#include "app/gui/unfinished_offer.h"
#include "app/gui/unfinished_texts.h"
#include "app/machine/services.h"
#include "app/service/transcription_service.h"
#include "ui/queue/queue_model.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

namespace tilescribe {

/// What the program is built from; tests put other things in.
struct Composition {
  Services services;
  Desktop& desktop;
  QString transcripts;               // folder in which transcripts are kept
  std::filesystem::path recordings;  // and recordings
  CollectFunction collect = collect_files;
};

/// Builds the window, the service and the store, and connects them: intentions go down, values come up.
class Controller : public QObject {
  Q_OBJECT

 public:
  Controller(Composition composition, ui::Theme& theme, ui::Settings& settings, QObject* parent = nullptr);
  ~Controller() override;

  ui::MainWindow& window() { return window_; }
  ui::QueueModel& queue() { return queue_; }
  TranscriptionService& service() { return service_; }
  TranscriptStore& store() { return store_; }
  RecordingController& recording() { return recording_; }
  ProfilingController& profiling() { return profiling_; }

  /// Opens the engine and shows the window.
  void start(const EngineOptions& options);
  void open_urls(const QList<QUrl>& urls);
  /// Transcribes the bundled recording; `first_start` says so in the window.
  void open_sample(bool first_start);

 signals:
  void jobEnded();  // done, cancelled or failed, and shown

 private:
  void connect_window();
  void connect_service();
  void connect_store();
  void connect_recording();
  void connect_unfinished();
  ui::JobId continue_text(const UnfinishedText& text);
  void transcribe_recording(const QString& path, bool choose);
  void retry(ui::JobId id);
  void remove(ui::JobId id);
  void remove_finished();
  void set_aside(const std::vector<ui::JobId>& ids, const QString& offer);
  void undo_removal();
  void add_opened(const std::vector<CollectedFile>& files);
  void add_files(const std::vector<CollectedFile>& files);
  /// A row of the queue that is no job of the service.
  ui::JobId add_row(ui::QueueItem item);
  ui::QueueItem item_of(const CollectedFile& file);
  void keep_text_of(ui::JobId id);
  void ask_for_engine(const EngineOptions& options, bool keep);
  void find_devices();
  void finish();

  Composition composition_;
  ui::Settings& settings_;
  ui::QueueModel queue_;
  ui::MainWindow window_;
  TranscriptStore store_;
  TranscriptionService service_;
  UnfinishedTexts unfinished_;
  UnfinishedOffer offer_;
  RecordingController recording_;
  ProfilingController profiling_;
  EngineOptions options_;       // as they were asked for last
  EngineOptions opening_;       // as they are opened, or were
  bool keeps_options_ = false;  // what is asked for is for later runs, too, once it works
  bool refused_ = false;        // what was asked for can't be opened: what opens next is what was before
  std::vector<std::vector<ui::QueueModel::TakenRow>> removed_;  // one entry a removal, the last at the end
  bool finished_ = false;
  ui::JobId last_row_id_ = ui::JobId{1} << 32;  // ids of rows that are no jobs, apart from the service's
  std::stop_source collecting_stop_;
  // Last, so that their work ends before what it uses. Nobody waits for them before.
  Background collecting_;
  Background probing_;   // asks the machine what it has, which takes a moment where there is a GPU
  Background checking_;  // of models, before they are opened
};

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <filesystem>

#include "app/gui/captions/captions_controller.h"
#include "app/gui/engine_controller.h"
#include "app/gui/lab/lab_controller.h"
#include "app/gui/library/library_controller.h"
#include "app/gui/models/models_controller.h"
#include "app/gui/playback/playback_controller.h"
#include "app/gui/profiling/profiling_controller.h"
#include "app/gui/queue/kept_queue.h"
#include "app/gui/queue/watch_controller.h"
#include "app/gui/queue_controller.h"
#include "app/gui/recording/recording_controller.h"
#include "app/gui/replacing/replace_controller.h"
#include "app/gui/server_controller.h"
#include "app/gui/times_controller.h"
#include "app/gui/transcripts_controller.h"
#include "app/gui/unfinished_texts.h"
#include "app/gui/vocabulary/clean_up_controller.h"
#include "app/gui/vocabulary/vocabulary_controller.h"
#include "ui/window/main_window.h"

namespace tilescribe {

/// What the program is built from; tests put other things in.
struct Composition {
  Services services;
  Playback& playback;
  Desktop& desktop;
  std::filesystem::path recordings;  // the folder in which recordings are kept
  QString transcripts = {};          // and transcripts
  QString waveforms = {};            // and what is painted of their sound
  CollectFunction collect = collect_files;
  LengthFunction length = stated_length;
};

/// Builds the window, the service and a controller per feature, and connects them. Each feature puts its own
/// part into the window and knows the service; it knows no other feature unless it is built on it.
class Controller : public QObject {
  Q_OBJECT

 public:
  Controller(const Composition& composition, ui::Theme& theme, ui::Settings& settings,
             QObject* parent = nullptr);
  ~Controller() override { finish(); }

  ui::MainWindow& window() { return window_; }
  TranscriptionService& service() { return service_; }
  QueueController& queue() { return queue_; }
  TranscriptsController& transcripts() { return transcripts_; }
  UnfinishedTexts& unfinished() { return unfinished_; }
  WatchedFolder& watched() { return watch_.watched(); }
  KeptQueue& kept_queue() { return kept_queue_; }
  EngineController& engine() { return engine_; }
  ModelsController& models() { return models_; }
  PlaybackController& playback() { return playback_; }
  LibraryController& library() { return library_; }
  RecordingController& recording() { return recording_; }
  CaptionsController& captions() { return captions_; }
  ProfilingController& profiling() { return profiling_; }
  LabController& lab() { return lab_page_; }
  VocabularyController& vocabulary() { return vocabulary_; }

  /// Opens the engine and shows the window.
  void start(const EngineOptions& options);
  /// Transcribes the bundled recording; `first_start` says so in the window.
  void open_sample(bool first_start);

 private:
  void connect_window();
  void connect_queue();
  void connect_recording();
  void finish();

  Lab& lab_;
  ui::MainWindow window_;
  TranscriptionService service_;
  QueueController queue_;
  TranscriptsController transcripts_;
  UnfinishedTexts unfinished_;
  WatchController watch_;
  KeptQueue kept_queue_;
  EngineController engine_;
  ServerController server_;
  ModelsController models_;
  PlaybackController playback_;
  LibraryController library_;
  RecordingController recording_;
  CaptionsController captions_;
  ProfilingController profiling_;
  LabController lab_page_;
  VocabularyController vocabulary_;
  CleanUpController clean_up_;
  TimesController times_;
  ReplaceController replace_;
  bool finished_ = false;
};

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QMainWindow>
#include <QTimer>
#include <QUrl>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "inference/api/export.h"
#include "inference/api/lab.h"
#include "inference/api/transcriber.h"
#include "ui/queue/queue_delegate.h"
#include "ui/queue/queue_model.h"
#include "ui/recording/record_state.h"
#include "ui/recording/recording_dialog.h"
#include "ui/save_question.h"
#include "ui/settings/model_check.h"
#include "ui/theme/theme.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace tilescribe::ui {

class Banner;
class DropOverlay;
class ElidedLabel;
class LivePanel;
class LiveRow;
class QueueView;
class RecordPage;
class TranscriptPanel;

/// A transcript stored earlier, for File > Recent transcripts.
struct RecentTranscript {
  QString title;
  QString path;
};

/// The window's questions to the user; tests replace them.
struct Dialogs {
  struct Target {
    QString path;
    ExportFormat format = ExportFormat::txt;
  };
  std::function<QStringList(const QString& folder)> files_to_open;
  SaveQuestions save;  // used by export_target
  std::function<std::optional<Target>(const QString& suggestion)> export_target;
  std::function<bool(int unfinished)> stop_and_quit;
  /// The window is being closed during a recording, or while its text is being finished.
  std::function<bool(RecordPhase phase)> stop_recording_and_quit;
  std::function<std::optional<RecordingSettings>(const RecordingSettings& now, const RecordingLimits& limits)>
      recording_settings;
  std::function<std::optional<EngineOptions>(const EngineOptions& now)> engine_options;
  std::function<void(const QString& title, const Failure& failure)> failure;
};

/// The main window: shows the contents of the queue model and reports what the user wants. Does no work
/// itself.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  MainWindow(QueueModel& model, Theme& theme, Settings& settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  Dialogs dialogs;

  ModelCheck check_model;  // checks a folder before it is accepted; empty: no check

  /// Whether the program is useful without this window, so that closing only hides it. Empty: never.
  std::function<bool()> hides_on_closing;
  /// Closes the window for good if the user agrees; `closing` follows.
  void quit();
  /// Shows the window in front of all others, wherever it was.
  void bring_up();

  void choose(JobId id);
  JobId chosen() const;
  TranscriptPanel& panel() { return *panel_; }
  RecordPage& record_page() { return *record_page_; }
  void show_record_page();
  bool shows_record_page() const;
  /// The state of the recording, for all places that show it.
  void set_record_state(const RecordState& state);
  /// Offers to finish files that are partly transcribed, recordings, or both. An empty text withdraws the
  /// offer.
  void offer_unfinished(const QString& text, bool files, bool recordings);
  /// Shown in the status bar for a few seconds, in place of the queue's state.
  void show_message(const QString& text);
  /// Chooses a file that the user has just added, and scrolls to it.
  void show_added(JobId id);
  /// Whether the last removal can be undone. `offer` is also shown across the window, with a button.
  void set_undo(bool possible, const QString& offer = {});
  void show_sample_note();  // at the first start
  void set_recent(const QList<RecentTranscript>& recent);

  /// Another engine or model was requested, so earlier problems no longer apply.
  void forget_engine_trouble();
  void set_engine_opening(const EngineOptions& options);
  void set_engine(const EngineInfo& engine, const ModelInfo& model);
  void set_engine_failure(const Failure& failure);
  /// The requested one can't be opened; the previous one is opened again.
  void set_engine_refusal(const Failure& failure);
  /// The machine's devices, for choosing an engine.
  void set_devices(const std::vector<DeviceRow>& devices);

  /// The costs of transcribing, beside the transcript. profileRequested refers to the run that it shows when
  /// finished.
  LivePanel& live_panel() { return *live_panel_; }
  bool shows_live_costs() const;
  void show_live_costs(bool visible);

 signals:
  void urlsOpened(const QList<QUrl>& urls);  // dropped or chosen: files and folders
  void sampleRequested();
  void cancelRequested(tilescribe::ui::JobId id);
  void retryRequested(tilescribe::ui::JobId id);
  void removeRequested(tilescribe::ui::JobId id);
  void removeFinishedRequested();
  void undoRequested();  // of the last removal
  void exportRequested(tilescribe::ui::JobId id, const QString& path, tilescribe::ExportFormat format);
  void recentRequested(const QString& path);
  void engineOptionsChosen(const tilescribe::EngineOptions& options);
  void engineRetryRequested();
  void recordToggled();  // starts or stops a recording, from anywhere
  void unfinishedAccepted();
  void unfinishedFolderRequested();
  void unfinishedDismissed();
  void profilingWanted(bool wanted);  // live costs are shown from now on, or hidden
  void profileRequested();            // open the last run in the profiler
  void openProfileRequested();        // ask for a profile's file and open that
  void saveProfileRequested();        // ask for a file and save the last run there
  void hiddenByClosing();             // it was closed, which only hid it
  void ending();                      // the user agreed to close it for good; closing follows
  void closing();                     // for good: the user agreed to it

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct Actions;

  void make_actions();
  void make_menus();
  void make_layout();
  QWidget* make_sidebar();
  void make_recording();
  void leave_record_page();
  void choose_shown();
  QWidget* make_live_pane();
  void make_status_bar();
  void make_dialogs();
  void restore();
  void update_actions();
  void update_status();
  void update_queue();
  void update_notes();
  void dismiss_notes();
  void show_engine_trouble(const Failure& failure, const QString& text);
  void open_files();
  void export_current();
  void copy_selection();
  void copy_all();
  void find_in_transcript();
  void set_times(bool visible);
  int zoom() const;
  void edit_engine();
  void show_model();
  void show_about();
  void set_theme(ThemeChoice choice);
  void set_zoom(int percent);
  void act(RowAction action, JobId id);
  void show_failure_of(JobId id);

  QueueModel& model_;
  Theme& theme_;
  Settings& settings_;
  EngineOptions engine_options_;
  std::vector<DeviceRow> devices_;  // empty: unknown yet
  std::optional<EngineInfo> engine_;
  std::optional<ModelInfo> model_info_;
  Failure engine_failure_;
  bool engine_refused_ = false;  // shown until another one is requested
  bool sample_note_ = false;
  bool quitting_ = false;

  std::unique_ptr<Actions> actions_;
  RecordState record_state_;
  QMenu* recent_menu_ = nullptr;
  QStackedWidget* pages_ = nullptr;
  QSplitter* splitter_ = nullptr;
  QueueView* queue_ = nullptr;
  TranscriptPanel* panel_ = nullptr;
  QStackedWidget* right_ = nullptr;  // the chosen file's transcript, or the recording
  RecordPage* record_page_ = nullptr;
  LiveRow* live_row_ = nullptr;
  QSplitter* outer_splitter_ = nullptr;  // everything else, and the live costs
  QWidget* live_pane_ = nullptr;
  LivePanel* live_panel_ = nullptr;
  Banner* undo_banner_ = nullptr;
  Banner* unfinished_banner_ = nullptr;
  QPushButton* unfinished_accept_ = nullptr;
  QPushButton* unfinished_folder_ = nullptr;  // of the recordings
  Banner* engine_banner_ = nullptr;
  QPushButton* engine_details_ = nullptr;  // in it
  QPushButton* use_demo_ = nullptr;        // in it, too
  Banner* limits_banner_ = nullptr;
  Banner* sample_banner_ = nullptr;
  DropOverlay* overlay_ = nullptr;
  ElidedLabel* queue_title_ = nullptr;
  ElidedLabel* message_ = nullptr;
  QTimer message_timer_;  // runs while the message is shown
  QLabel* overall_text_ = nullptr;
  QProgressBar* overall_bar_ = nullptr;
  QToolButton* engine_chip_ = nullptr;
  QToolButton* model_chip_ = nullptr;
};

}  // namespace tilescribe::ui

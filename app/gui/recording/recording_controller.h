// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "app/gui/background.h"
#include "app/gui/desktop/desktop.h"
#include "app/gui/recording/recording_shelf.h"
#include "app/gui/recording/source_desk.h"
#include "app/machine/capture.h"
#include "app/service/transcription_service.h"
#include "ui/document/transcript_document.h"
#include "ui/recording/record_part.h"
#include "ui/recording/small_window.h"
#include "ui/recording/tray.h"
#include "ui/settings/settings.h"
#include "ui/shell/shell.h"

namespace tilescribe {

/// Records and has it written down as it is spoken. Every recording ends in one of two ways: `recorded`, with
/// the text that came live, or `transcribeRequested`, where that failed or was not wanted.
class RecordingController : public QObject {
  Q_OBJECT

 public:
  /// `folder`: where recordings are kept.
  RecordingController(Capture& capture, const std::filesystem::path& folder, Desktop& desktop,
                      ui::Shell& shell, TranscriptionService& service, ui::Settings& settings);
  ~RecordingController() override { finish(); }

  /// The user's words for recordings that begin from now on; none: no words.
  void set_words(std::function<WordProfile()> words) { words_of_now_ = std::move(words); }
  /// Looks for recordings that were left unfinished, and shows the tray's icon.
  void start();
  /// Begins a recording, or stops the one there is.
  void toggle();
  /// Begins one whose text is shown elsewhere, too: of what this computer plays, or of the chosen source.
  void begin_for_captions(bool played);
  /// Stops the one there is, also one that only begins.
  void end_recording();
  /// Whether sound is being recorded, or will be soon.
  bool is_live() const { return starting_ ? !toggled_again_ : recorder_ && !stopping_; }
  /// Stops and lets go of everything; what the service reports afterwards is still passed on.
  void finish();

  /// What to do once the text of this file is kept, on any thread: it is not offered again. Does nothing for
  /// files that are no recordings of ours.
  std::function<void()> settling(const QString& path) const;
  /// Whether this file is one of the kept recordings.
  bool holds(const QString& path) const { return shelf_.holds(path); }

  /// Whether the main window is not needed now: its tray icon is there, and so is the shortcut that begins a
  /// recording, or one is being made.
  bool works_without_window() const;
  /// The window was closed, which only hid it.
  void tell_of_tray();
  /// What would be cut short if the program ended now.
  std::optional<ui::ClosingQuestion> closing_question() const;
  /// Whether the user looks at the record page, and nothing is recorded: what was recorded comes next.
  bool is_waited_for() const { return part_.shows_page() && state_.phase == ui::RecordPhase::idle; }
  void show_folder();

  ui::RecordPhase phase() const { return state_.phase; }
  const ui::RecordState& state() const { return state_; }
  /// A sentence: where recordings are stored, and for how long.
  QString keeping() const;
  ui::RecordPart& part() { return part_; }
  ui::SmallWindow& small_window() { return small_window_; }
  ui::Tray& tray() { return tray_; }

 signals:
  /// All of its text is there; or, where the transcript is cancelled, what there was when the program ended.
  void recorded(const QString& path, const std::shared_ptr<tilescribe::ui::TranscriptDocument>& document);
  void transcribeRequested(const QString& path);
  void unfinishedFound(const std::vector<tilescribe::RecordingFile>& recordings);  // newest first
  void demoRequested();
  void ended();  // nothing is recorded or being finished any more
  void textBegan(const std::shared_ptr<tilescribe::ui::TranscriptDocument>& document);  // of a recording
  void startFailed(const QString& sentence);
  void endsByItself(const QString& sentence);  // which says why
  void stateChanged(const tilescribe::ui::RecordState& state);

 private:
  /// A recording whose text is not at its end. The service works on the first one.
  struct Session {
    std::shared_ptr<const GrowingRecording> recording;
    bool stopped = false;  // the recording is complete
    bool text_ended = false;
    bool later = false;  // the user wants it transcribed as a file
    std::shared_ptr<ui::TranscriptDocument> document = std::make_shared<ui::TranscriptDocument>();
    QString failure;       // why there is no live text, a sentence
    bool refused = false;  // which is that a server transcribes whole files only
    LiveStatus status;
    bool moved = false;  // to the CPU, since the GPU failed
  };

  void connect_page();
  void connect_windows();
  void connect_service();
  /// Where the sound comes from, and who wanted that.
  enum class Beginning { chosen, chosen_for_captions, played_for_captions };
  void begin(Beginning how = Beginning::chosen);
  void started(std::shared_ptr<Recorder> recorder);
  void let_go_unheard(Recorder& recorder);
  void stop();
  void stopped(const Failure& failure);
  void pause();
  void poll();
  void update();
  void update_text_state();
  void update_small_text(const ui::TranscriptDocument& document);
  void type(const LivePiece& piece);
  void end_text();
  void conclude();
  void transcribe_later();
  void edit_settings();
  void apply_settings();
  QString shown_folder() const;

  std::function<WordProfile()> words_of_now_;
  Capture& capture_;
  Desktop& desktop_;
  const std::filesystem::path folder_;
  ui::Shell& shell_;
  ui::RecordPart part_;
  ui::RecordPage& page_;
  TranscriptionService& service_;
  ui::Settings& store_;
  ui::RecordingSettings settings_;
  ui::SmallWindow small_window_;
  ui::Tray tray_;
  std::unique_ptr<GlobalShortcut> shortcut_;
  std::unique_ptr<TextTyper> typer_;
  RecordingShelf shelf_;
  SourceDesk desk_;

  enum class EngineState { opening, ready, failed };
  EngineState engine_ = EngineState::opening;
  bool is_demo_ = false;
  QString server_;  // of the open engine; empty: it is on this machine

  ui::RecordState state_;
  bool starting_ = false;
  bool stopping_ = false;
  Beginning next_ = Beginning::chosen;  // of the next one, where it was stopped
  bool toggled_again_ = false;  // while it starts or stops: what is begun is stopped, or the next one begins
  bool finished_ = false;
  bool small_window_came_ = false;      // by itself: it goes by itself, too
  std::shared_ptr<Recorder> recorder_;  // while it takes sound
  std::size_t notices_shown_ = 0;
  int typed_utterance_ = -1;  // the last one of this recording of which something was typed; -1: none
  QChar last_typed_;          // since the program was started; null: nothing was
  std::deque<Session> sessions_;
  QTimer poll_;
  Background background_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe

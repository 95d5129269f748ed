// SPDX-License-Identifier: Apache-2.0
#include "app/gui/recording/recording_controller.h"

#include <QDateTime>
#include <QFileInfo>
#include <array>
#include <utility>

#include "app/paths.h"
#include "ui/format.h"
#include "ui/recording/source_picker.h"
#include "ui/words.h"

namespace tilescribe {

using ui::RecordPhase;

namespace {

constexpr int poll_ms = 50;

QString path_of(const GrowingRecording& recording) {
  return window_path(recording.file());
}

// In the order of RecordingState.
constexpr std::array phases{RecordPhase::starting, RecordPhase::recording, RecordPhase::paused,
                            RecordPhase::waiting, RecordPhase::finishing};

}  // namespace

RecordingController::RecordingController(Capture& capture, const std::filesystem::path& folder,
                                         Desktop& desktop, ui::Shell& shell, TranscriptionService& service,
                                         ui::Settings& settings)
    : capture_(capture),
      desktop_(desktop),
      folder_(folder),
      shell_(shell),
      part_(shell),
      page_(part_.page()),
      service_(service),
      store_(settings),
      settings_(settings.recording()),
      small_window_(settings),
      shortcut_(desktop.shortcut()),
      typer_(desktop.typer()),
      shelf_(capture_, folder),
      desk_(capture_, page_, settings) {
  poll_.setInterval(poll_ms);
  connect(&poll_, &QTimer::timeout, this, &RecordingController::poll);
  connect(&shelf_, &RecordingShelf::unfinishedFound, this, &RecordingController::unfinishedFound);
  connect_page();
  connect_windows();
  connect_service();
  apply_settings();
}

void RecordingController::start() {
  if (desktop_.has_tray()) tray_.show();
  const bool removes = store_.trusts_clock(QDateTime::currentSecsSinceEpoch());
  shelf_.tidy(removes ? settings_.keep_days : 0);
}

void RecordingController::toggle() {
  if (finished_) return;
  if (starting_ || stopping_) {
    toggled_again_ = true;
    next_ = Beginning::chosen;
  } else if (recorder_) {
    stop();
  } else {
    begin();
  }
}

void RecordingController::begin_for_captions(bool played) {
  if (finished_ || is_live()) return;
  // It was to end at once; now it stays.
  if (starting_) {
    toggled_again_ = false;
    return;
  }
  const Beginning how = played ? Beginning::played_for_captions : Beginning::chosen_for_captions;
  if (!stopping_) return begin(how);
  toggled_again_ = true;
  next_ = how;
}

void RecordingController::end_recording() {
  toggled_again_ = starting_;
  stop();
}

void RecordingController::begin(Beginning how) {
  starting_ = true;
  toggled_again_ = false;
  desk_.stop_listening();
  page_.set_start_problem({});
  part_.show_page();
  if (how == Beginning::chosen && !shell_.widget().isActiveWindow() && !small_window_.isVisible()) {
    small_window_.show();
    small_window_came_ = true;
  }
  RecordOptions options;
  options.source =
      how == Beginning::played_for_captions ? played_source : page_.picker().chosen().toStdString();
  options.folder = folder_;
  update();
  background_.run([this, options] { return std::shared_ptr<Recorder>(capture_.start_recording(options)); },
                  [this](Outcome<std::shared_ptr<Recorder>> outcome) {
                    starting_ = false;
                    if (outcome.value && finished_) return let_go_unheard(**outcome.value);
                    if (outcome.value) return started(std::move(*outcome.value));
                    page_.begin(sessions_.empty() ? nullptr : sessions_.back().document);
                    const QString problem = ui::words(outcome.failure.message);
                    page_.set_start_problem(problem);
                    update();
                    emit startFailed(problem);
                  });
}

/// The program ended while the recording began. What it took all the same is offered at the next start.
void RecordingController::let_go_unheard(Recorder& recorder) {
  try {
    recorder.stop();
    if (recorder.recording()->samples() == 0) settling(path_of(*recorder.recording()))();
  } catch (...) {
    // Then it is offered, too.
  }
}

void RecordingController::started(std::shared_ptr<Recorder> recorder) {
  recorder_ = std::move(recorder);
  notices_shown_ = 0;
  typed_utterance_ = -1;
  Session& session = sessions_.emplace_back();
  session.recording = recorder_->recording();
  page_.begin(session.document);
  emit textBegan(session.document);
  update_small_text(*session.document);
  connect(session.document.get(), &ui::TranscriptDocument::changed, this,
          [this, document = session.document.get()] { update_small_text(*document); });
  const WordProfile words = words_of_now_ ? words_of_now_() : WordProfile();
  service_.start_live(recorder_->recording(), {.pause_s = settings_.pause_s,
                                               .prompt = words.instruction,
                                               .hotwords = words.hotwords,
                                               .words = words.rules});
  poll_.start();
  poll();
  if (std::exchange(toggled_again_, false)) stop();
}

void RecordingController::pause() {
  if (recorder_ && !stopping_) recorder_->pause(state_.phase != RecordPhase::paused);
}

/// The source is let go on a thread of its own: that may take a moment.
void RecordingController::stop() {
  if (!recorder_ || stopping_) return;
  stopping_ = true;
  update();
  background_.run([recorder = recorder_] { recorder->stop(); },
                  [this](const Outcome<Done>& outcome) { stopped(outcome.failure); });
}

void RecordingController::stopped(const Failure& failure) {
  poll();
  poll_.stop();
  stopping_ = false;
  Session& session = sessions_.back();
  session.stopped = true;
  // Its file may never be complete, or no engine may ever come: the rest is a file's transcription.
  if (!failure.message.empty()) {
    session.failure = ui::words(failure.message);
    session.refused = false;
  }
  if (!failure.message.empty() || engine_ == EngineState::failed) service_.abandon_live();
  background_.run([recorder = std::exchange(recorder_, nullptr)]() mutable { recorder.reset(); });
  conclude();
  if (std::exchange(toggled_again_, false) && !finished_) begin(std::exchange(next_, Beginning::chosen));
}

void RecordingController::poll() {
  if (!recorder_) return;
  const RecordingStatus status = recorder_->status();
  const std::vector<RecordingNotice> notices = recorder_->notices();
  for (; notices_shown_ < notices.size(); ++notices_shown_) page_.add_notice(notices[notices_shown_]);
  state_.source = QString::fromStdString(recorder_->source().name);
  state_.elapsed_s = status.recorded_s;
  state_.level = status.level;
  state_.trouble = ui::words(status.trouble);
  state_.phase = phases[static_cast<std::size_t>(status.state)];
  // It may stop by itself, because the disk is full or the source has ended.
  if (status.state == RecordingState::stopped && !stopping_) {
    emit endsByItself(state_.trouble);
    return stop();
  }
  update();
}

void RecordingController::update() {
  if (starting_) {
    state_ = {};
    state_.phase = RecordPhase::starting;
  } else if (!recorder_ || stopping_) {
    state_.phase = sessions_.empty() ? RecordPhase::idle : RecordPhase::finishing;
    if (!stopping_) state_.trouble.clear();
  }
  update_text_state();
  part_.set_state(state_);
  small_window_.set_state(state_);
  tray_.set_state(state_);
  emit stateChanged(state_);
  shell_.closing_changed();
  if (state_.phase != RecordPhase::idle || !small_window_came_) return;
  small_window_came_ = false;
  small_window_.hide();
}

/// How the text comes, or why it does not.
void RecordingController::update_text_state() {
  state_.remark = state_.source.isEmpty() ? QString() : tr("From %1").arg(state_.source);
  state_.lag_s = 0.0;
  state_.too_slow = state_.no_text = false;
  state_.server = server_;
  if (sessions_.empty() || starting_) {
    if (starting_ || state_.phase == RecordPhase::idle) state_.remark.clear();
    return;
  }
  const Session& session = sessions_.back();
  const LiveStatus& status = session.status;
  state_.no_text =
      session.later || !session.failure.isEmpty() || engine_ != EngineState::ready || sessions_.size() > 1;
  if (!session.failure.isEmpty() && !session.refused) {
    if (state_.trouble.isEmpty())
      state_.trouble = tr("%1 The recording continues and is transcribed afterwards.").arg(session.failure);
  } else if (session.later || session.refused) {
    state_.remark =
        server_.isEmpty()
            ? tr("Recording only. It is transcribed after you stop.")
            : tr("Recording only. After you stop, it is sent to %1 and transcribed there.").arg(server_);
  } else if (engine_ == EngineState::failed) {
    state_.remark =
        tr("No engine is open, so no text comes. The recording is transcribed as soon as one is.");
  } else if (engine_ == EngineState::opening) {
    state_.remark = tr("The model is being opened. The text comes as soon as it is ready.");
    state_.lag_s = state_.elapsed_s;
  } else if (sessions_.size() > 1) {
    state_.remark = tr("The text of the recording before this one is being finished first.");
    state_.lag_s = state_.elapsed_s;
  } else {
    // Between two reports of the session the recording grows.
    if (status.lag_s > 0.0) state_.lag_s = status.lag_s + std::max(0.0, state_.elapsed_s - status.recorded_s);
    state_.too_slow = status.too_slow;
    state_.demo_helps = !is_demo_;
    if (session.moved) state_.remark = tr("The GPU failed. The text continues on the CPU.");
    if (status.whole_utterances) {
      state_.remark = tr("Text comes an utterance at a time, since this engine needs %1 s for a look.")
                          .arg(ui::decimal_text(status.run_s, 1));
    }
  }
}

/// The text of the first session is at its end.
void RecordingController::end_text() {
  sessions_.front().text_ended = true;
  conclude();
}

/// Passes on what has ended: the recording and its text.
void RecordingController::conclude() {
  while (!sessions_.empty() && sessions_.front().stopped && sessions_.front().text_ended) {
    Session session = std::move(sessions_.front());
    sessions_.pop_front();
    const QString path = path_of(*session.recording);
    const bool whole = !session.document->transcript().cancelled && session.failure.isEmpty();
    update();
    if (session.recording->samples() == 0) {
      settling(path)();
      shell_.show_message(tr("Nothing was recorded."));
    } else if (whole || finished_) {
      if (!whole) session.document->end_early(QFileInfo(path).fileName().toStdString());
      emit recorded(path, session.document);
    } else {
      emit transcribeRequested(path);
    }
  }
  update();
  if (state_.phase == RecordPhase::idle && !toggled_again_) emit ended();
}

std::function<void()> RecordingController::settling(const QString& path) const {
  if (!shelf_.holds(path)) return [] {};
  return [&capture = capture_, file = native_path(path)] {
    try {
      capture.settle_recording(file);
    } catch (...) {
      // The recording is offered once more: nothing is lost.
    }
  };
}

void RecordingController::finish() {
  if (finished_) return;
  finished_ = true;
  poll_.stop();
  small_window_.hide();
  background_.drain();  // so that nothing that was begun comes after the end
  try {
    if (recorder_) recorder_->stop();
  } catch (...) {
    // What is on disk is offered at the next start.
  }
  recorder_.reset();
  for (Session& session : sessions_) session.stopped = true;
  desk_.finish();
  shelf_.finish();
}

}  // namespace tilescribe

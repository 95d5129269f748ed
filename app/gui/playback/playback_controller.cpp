// SPDX-License-Identifier: Apache-2.0
#include "app/gui/playback/playback_controller.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paths.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/words.h"

namespace tilescribe {

constexpr int tick_ms = 33;
constexpr int least_tick_ms = 3;
constexpr int rest_ms = 1000;  // longer than any device holds sound back

PlaybackController::PlaybackController(Playback& machine, const Folders& folders, QueueController& queue,
                                       ui::Shell& shell)
    : machine_(machine), folders_(folders), queue_(queue), part_(queue.transcript().panel(), shell) {
  tick_.setTimerType(Qt::PreciseTimer);
  tick_.setInterval(tick_ms);
  rest_.setSingleShot(true);
  rest_.setInterval(rest_ms);
  connect(&tick_, &QTimer::timeout, this, &PlaybackController::update);
  connect(&rest_, &QTimer::timeout, &tick_, &QTimer::stop);
  connect(&queue.part(), &ui::QueuePart::chosenChanged, this, &PlaybackController::follow_chosen);
  connect(&queue.model(), &ui::QueueModel::itemChanged, this, [this](ui::DocumentId id) {
    if (id == queue_.part().chosen()) follow_chosen();
  });
  connect(&queue.model(), &ui::QueueModel::rowsRemoved, this, &PlaybackController::follow_chosen);
  connect(&queue.transcript().panel(), &ui::TranscriptPanel::textChanged, this,
          &PlaybackController::follow_chosen);
  connect(&part_, &ui::PlaybackPart::playToggled, this, &PlaybackController::toggle);
  connect(&part_, &ui::PlaybackPart::seekRequested, this, &PlaybackController::seek);
  connect(&part_, &ui::PlaybackPart::playFromRequested, this, &PlaybackController::play_from);
  connect(&part_, &ui::PlaybackPart::speedRequested, this, &PlaybackController::set_speed);
}

PlaybackController::~PlaybackController() {
  finish();
}

void PlaybackController::follow_chosen() {
  const ui::QueueItem* item = queue_.model().item(queue_.part().chosen());
  const bool has_text = item != nullptr && item->document->has_text();
  const ui::DocumentId id = has_text ? item->id() : 0;
  if (id != id_) {
    let_go();
    id_ = id;
    audio_ = has_text ? item->path : QString();
    part_.set_document(has_text ? item->document : nullptr);
    if (has_text) look();
  }
  // While a job writes the text, it alone does.
  part_.set_editable(has_text && !ui::is_active(item->state));
  if (has_text && there_) {
    if (state_.length_s <= 0.0 && item->transcript().duration_s > 0.0) {
      state_.length_s = item->transcript().duration_s;
      part_.set_state(state_);
    }
    // While the file is transcribed, that alone gets the processor.
    if (!ui::is_active(item->state)) load_waveform();
  }
}

/// Looks for the file, on another thread because a disk may sleep. A kept transcript knows only its name.
void PlaybackController::look() {
  const double length_s = queue_.model().item(id_)->transcript().duration_s;
  looking_.run(
      [this, path = audio_, length_s] {
        const QString here = QFileInfo(path).isAbsolute() ? path : QDir(folders_.recordings).filePath(path);
        if (QFileInfo(here).isFile()) return here;
        if (QFileInfo(path).isAbsolute()) return QString();
        return window_path(machine_.find_audio(native_path(path), length_s, native_path(folders_.waveforms)));
      },
      [this, asked = wanted_](const Outcome<QString>& outcome) {
        if (asked == wanted_) found(outcome.value.value_or(QString()));
      });
}

void PlaybackController::found(const QString& audio) {
  there_ = state_.possible = !audio.isEmpty();
  if (there_) {
    audio_ = audio;
  } else if (QFileInfo(audio_).isAbsolute()) {
    state_.problem = tr("The audio of this text can't be played: expected it at %1, found no file there.")
                         .arg(QDir::toNativeSeparators(audio_));
  } else {
    state_.problem =
        tr("The audio of this text can't be played: only its name, %1, is known. Drop the file on "
           "the window to transcribe and hear it.")
            .arg(audio_);
  }
  part_.set_state(state_);
  follow_chosen();
  if (const auto start = std::exchange(play_at_, {}); start && there_) play_from(*start);
}

void PlaybackController::play_at(ui::DocumentId id, double seconds) {
  if (id != id_) return;
  if (there_) return play_from(seconds);
  play_at_ = seconds;
}

void PlaybackController::load_waveform() {
  if (std::exchange(waveform_asked_, true) || folders_.waveforms.isEmpty()) return;
  waveform_stop_ = std::stop_source();
  computing_.run(
      [this, audio = native_path(audio_), folder = native_path(folders_.waveforms),
       stop = waveform_stop_.get_token()] {
        return std::make_shared<const Waveform>(machine_.load_waveform(audio, folder, stop));
      },
      [this, asked = wanted_](Outcome<std::shared_ptr<const Waveform>> outcome) {
        // A file that can't be read says so when it is played.
        if (asked != wanted_ || !outcome.value) return;
        state_.length_s = (*outcome.value)->length_s;
        part_.set_waveform(std::move(*outcome.value));
        part_.set_state(state_);
      });
}

Player& PlaybackController::player() {
  if (!player_) {
    player_ = machine_.open_player(native_path(audio_));
    player_->set_speed(state_.speed);
  }
  return *player_;
}

void PlaybackController::toggle() {
  if (!state_.possible) return;
  if (state_.playing) {
    player().pause();
  } else {
    player().play();
  }
  state_.begun = true;
  update();
}

void PlaybackController::seek(double seconds) {
  if (!state_.possible) return;
  player().seek(seconds);
  state_.begun = true;
  update();
}

void PlaybackController::play_from(double seconds) {
  if (!state_.possible) return;
  player().seek(seconds);
  player().play();
  state_.begun = true;
  update();
}

void PlaybackController::set_speed(double speed) {
  state_.speed = speed;
  if (player_) player_->set_speed(speed);
  part_.set_state(state_);
}

void PlaybackController::update() {
  if (!player_) return;
  const PlaybackStatus status = player_->status();
  state_.playing = status.playing;
  state_.position_s = status.position_s;
  if (status.length_s > 0.0 && state_.length_s <= 0.0) state_.length_s = status.length_s;
  state_.problem = ui::words(status.trouble);
  if (status.playing) {
    rest_.stop();
    tick_.start(next_tick_ms());
  } else if (!rest_.isActive() && tick_.isActive()) {
    rest_.start();
  } else if (!tick_.isActive()) {
    tick_.start();
    rest_.start();
  }
  part_.set_state(state_);
}

/// The mark moves when the next segment begins to be heard.
int PlaybackController::next_tick_ms() const {
  const ui::QueueItem* item = queue_.model().item(id_);
  if (item == nullptr) return tick_ms;
  const std::vector<Segment>& all = item->transcript().segments;
  const auto next = std::ranges::upper_bound(all, state_.position_s, std::less<>(), &Segment::start_s);
  if (next == all.end()) return tick_ms;
  const double wait_ms = std::ceil((next->start_s - state_.position_s) / state_.speed * 1e3);
  return static_cast<int>(std::clamp<double>(wait_ms, least_tick_ms, tick_ms));
}

/// Closing a device may take a moment.
void PlaybackController::let_go() {
  ++wanted_;
  tick_.stop();
  rest_.stop();
  waveform_stop_.request_stop();
  waveform_asked_ = false;
  there_ = false;
  play_at_.reset();
  if (player_) {
    player_->pause();
    looking_.run([held = std::exchange(player_, nullptr)]() mutable { held.reset(); });
  }
  const double speed = state_.speed;
  state_ = {};
  state_.speed = speed;
  part_.set_waveform(nullptr);
  part_.set_state(state_);
}

void PlaybackController::finish() {
  let_go();
  id_ = 0;
  looking_.drain();
  computing_.drain();
}

}  // namespace tilescribe

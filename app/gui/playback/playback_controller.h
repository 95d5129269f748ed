// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/gui/background.h"
#include "app/gui/queue_controller.h"
#include "app/machine/playback.h"
#include "ui/playback/playback_part.h"

namespace tilescribe {

/// Plays the audio of the chosen transcript. A player is opened when something is first to be heard, and let
/// go when another transcript is chosen.
class PlaybackController : public QObject {
  Q_OBJECT

 public:
  /// Where audio and its waveforms lie.
  struct Folders {
    QString recordings;  // a transcript that only knows its recording's name is looked for here
    QString waveforms;   // empty: none are shown; they also tell where audio lies
  };

  PlaybackController(Playback& machine, const Folders& folders, QueueController& queue, ui::Shell& shell);
  ~PlaybackController() override;

  ui::PlaybackPart& part() { return part_; }
  /// Plays from here as soon as the audio of this transcript, which is the chosen one, is found.
  void play_at(ui::DocumentId id, double seconds);
  /// Ends the sound, and what is computed. Waits a moment.
  void finish();

 private:
  void follow_chosen();
  void look();
  void found(const QString& audio);
  void load_waveform();
  void toggle();
  void seek(double seconds);
  void play_from(double seconds);
  void set_speed(double speed);
  Player& player();
  void let_go();
  void update();
  int next_tick_ms() const;

  Playback& machine_;
  const Folders folders_;
  QueueController& queue_;
  ui::PlaybackPart part_;
  ui::DocumentId id_ = 0;          // of the chosen transcript; 0: none, or it has no text yet
  QString audio_;                  // its file
  bool there_ = false;             // the file was found
  std::optional<double> play_at_;  // to be played once it is found, seconds
  bool waveform_asked_ = false;
  ui::PlaybackState state_;
  std::shared_ptr<Player> player_;
  QTimer tick_;         // while something is heard
  QTimer rest_;         // what was on its way to the ear when it was paused is heard
  quint64 wanted_ = 0;  // number of the latest look; answers to earlier ones are ignored
  std::stop_source waveform_stop_;
  Background looking_;    // at files, and closing devices
  Background computing_;  // last: both end their work before other members are destroyed
};

}  // namespace tilescribe

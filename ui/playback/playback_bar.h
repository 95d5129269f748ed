// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/playback/playback_state.h"

class QAction;
class QComboBox;
class QLabel;
class QToolButton;

namespace tilescribe::ui {

class WaveformStrip;

/// Below a text: its waveform, play and back, the place that is heard, the speed. Where nothing can be
/// played, one line says why, or it takes no room.
class PlaybackBar : public QWidget {
  Q_OBJECT

 public:
  PlaybackBar(QAction* play, QAction* back, QWidget* parent = nullptr);

  void set_state(const PlaybackState& state);
  /// Whether there is a waveform to be shown.
  void show_waveform(bool there);
  WaveformStrip& strip() { return *strip_; }

 signals:
  void speedChosen(double speed);

 private:
  void update_room();

  PlaybackState state_;
  bool has_waveform_ = false;
  WaveformStrip* strip_;
  QToolButton* play_;
  QToolButton* back_;
  QLabel* place_;
  QLabel* problem_;
  QComboBox* speed_;
};

}  // namespace tilescribe::ui

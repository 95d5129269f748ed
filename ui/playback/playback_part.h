// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>

#include "inference/api/playback.h"
#include "ui/document/transcript_document.h"
#include "ui/playback/playback_state.h"

class QAction;

namespace tilescribe::ui {

class PlaybackBar;
class Shell;
class TranscriptPanel;

/// Hearing the chosen transcript, in the window: the bar below its text, the actions, the mark of what is
/// heard.
class PlaybackPart : public QObject {
  Q_OBJECT

 public:
  PlaybackPart(TranscriptPanel& panel, Shell& shell);

  PlaybackBar& bar() { return *bar_; }
  /// The text whose segments are shown and marked; null: none.
  void set_document(const std::shared_ptr<TranscriptDocument>& document);
  /// Whether its times can be corrected.
  void set_editable(bool editable);
  void set_waveform(std::shared_ptr<const Waveform> waveform);  // null: none
  void set_state(const PlaybackState& state);

 signals:
  void playToggled();
  void seekRequested(double seconds);      // playing or paused as before
  void playFromRequested(double seconds);  // from a segment
  void speedRequested(double speed);

 private:
  void step_speed(int by);
  void edge_here(SegmentEdge edge);
  void update_edges();

  TranscriptPanel& panel_;
  Shell& shell_;
  std::shared_ptr<TranscriptDocument> document_;
  bool editable_ = false;
  PlaybackState state_;
  QAction* play_;
  QAction* back_;
  QAction* slower_;
  QAction* faster_;
  QAction* begins_here_;
  QAction* ends_here_;
  PlaybackBar* bar_;
};

}  // namespace tilescribe::ui

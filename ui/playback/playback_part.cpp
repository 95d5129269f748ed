// SPDX-License-Identifier: Apache-2.0
#include "ui/playback/playback_part.h"

#include <QAction>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/format.h"
#include "ui/playback/playback_bar.h"
#include "ui/playback/waveform_strip.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/theme/icons.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"

namespace tilescribe::ui {

PlaybackPart::PlaybackPart(TranscriptPanel& panel, Shell& shell)
    : panel_(panel),
      shell_(shell),
      play_(make_action(&shell.widget(), "playbackPlay", tr("&Play"), Qt::Key_F8, "play")),
      back_(make_action(&shell.widget(), "playbackBack", tr("&Back 3 seconds"), Qt::Key_F7, "back")),
      slower_(make_action(&shell.widget(), "playbackSlower", tr("&Slower"), Qt::Key_F6)),
      faster_(make_action(&shell.widget(), "playbackFaster", tr("&Faster"), Qt::Key_F9)),
      begins_here_(
          make_action(&shell.widget(), "segmentBegins", tr("Segment &begins here"), Qt::CTRL | Qt::Key_F7)),
      ends_here_(
          make_action(&shell.widget(), "segmentEnds", tr("Segment ends &here"), Qt::CTRL | Qt::Key_F8)),
      bar_(new PlaybackBar(play_, back_)) {
  panel_.put_below(bar_);
  shell.add_actions({Menu::playback, 0, {play_, back_}});
  shell.add_actions({Menu::playback, 1, {slower_, faster_}});
  shell.add_actions({Menu::edit, 3, {begins_here_, ends_here_}});
  connect(play_, &QAction::triggered, this, &PlaybackPart::playToggled);
  connect(back_, &QAction::triggered, this,
          [this] { emit seekRequested(std::max(0.0, state_.position_s - back_step_s)); });
  connect(slower_, &QAction::triggered, this, [this] { step_speed(-1); });
  connect(faster_, &QAction::triggered, this, [this] { step_speed(1); });
  connect(bar_, &PlaybackBar::speedChosen, this, &PlaybackPart::speedRequested);
  connect(&bar_->strip(), &WaveformStrip::seekRequested, this, &PlaybackPart::seekRequested);
  connect(&bar_->strip(), &WaveformStrip::edgeMoved, this,
          [this](SegmentId id, SegmentEdge edge, double seconds) {
            if (editable_) document_->move_edge(id, edge, seconds);
          });
  connect(begins_here_, &QAction::triggered, this, [this] { edge_here(SegmentEdge::begin); });
  connect(ends_here_, &QAction::triggered, this, [this] { edge_here(SegmentEdge::end); });
  connect(&panel_.view(), &TranscriptView::play_requested, this, &PlaybackPart::playFromRequested);
  set_state({});
}

void PlaybackPart::set_document(const std::shared_ptr<TranscriptDocument>& document) {
  document_ = document;
  bar_->strip().set_document(document);
  set_editable(false);
}

void PlaybackPart::set_editable(bool editable) {
  editable_ = editable && document_ != nullptr;
  bar_->strip().set_editable(editable_);
  update_edges();
}

void PlaybackPart::update_edges() {
  for (QAction* action : {begins_here_, ends_here_}) action->setEnabled(editable_ && state_.possible);
}

/// The segment that the caret is in begins or ends at the place that is heard.
void PlaybackPart::edge_here(SegmentEdge edge) {
  const int row = panel_.view().textCursor().blockNumber();
  if (!editable_ || row >= document_->size()) return;
  const double here_s = std::round(state_.position_s * 1000.0) / 1000.0;
  if (document_->move_edge(document_->segment_id(row), edge, here_s)) return;
  const EdgeRoom room = document_->edge_room(row, edge);
  const QString from = decimal_text(room.least, 1), to = decimal_text(room.most, 1);
  if (room.most < room.least) {
    shell_.show_message(tr("This segment is too short for that."));
  } else if (edge == SegmentEdge::begin) {
    shell_.show_message(tr("This segment can begin between %1 s and %2 s: not before the one before it ends, "
                           "nor after its own end.")
                            .arg(from, to));
  } else {
    shell_.show_message(tr("This segment can end between %1 s and %2 s: not before its own begin, nor after "
                           "the next one begins.")
                            .arg(from, to));
  }
}

void PlaybackPart::set_waveform(std::shared_ptr<const Waveform> waveform) {
  bar_->show_waveform(waveform != nullptr && !waveform->levels.empty());
  bar_->strip().set_waveform(std::move(waveform));
}

void PlaybackPart::set_state(const PlaybackState& state) {
  if (state.playing != state_.playing) {
    play_->setText(state.playing ? tr("&Pause") : tr("&Play"));
    play_->setIcon(line_icon(state.playing ? QStringLiteral("pause") : QStringLiteral("play")));
  }
  state_ = state;
  for (QAction* action : {play_, back_}) action->setEnabled(state.possible);
  slower_->setEnabled(state.possible && state.speed > playback_speeds.front());
  faster_->setEnabled(state.possible && state.speed < playback_speeds.back());
  update_edges();
  bar_->set_state(state);
  panel_.view().set_playable(state.possible);
  panel_.view().show_played(state.possible && state.begun ? state.position_s : -1.0);
}

// To the next speed that is offered.
void PlaybackPart::step_speed(int by) {
  const auto at = std::lower_bound(playback_speeds.begin(), playback_speeds.end(), state_.speed - 0.01);
  const auto index = static_cast<int>(at - playback_speeds.begin()) + by;
  emit speedRequested(playback_speeds.at(
      static_cast<std::size_t>(std::clamp(index, 0, static_cast<int>(playback_speeds.size()) - 1))));
}

}  // namespace tilescribe::ui

// SPDX-License-Identifier: Apache-2.0
#include "app/gui/captions/captions_controller.h"

#include <utility>

#include "ui/settings/settings.h"

namespace tilescribe {

using ui::RecordPhase;

CaptionsController::CaptionsController(RecordingController& recording, ui::Shell& shell,
                                       ui::Settings& settings)
    : recording_(recording), settings_(settings), part_(shell, settings) {
  recording_.tray().put(part_.tray_actions());
  connect(&part_, &ui::CaptionsPart::begun, this, &CaptionsController::begin);
  connect(&part_, &ui::CaptionsPart::ended, this, &CaptionsController::end);
  connect(&part_.feed(), &ui::CaptionFeed::appended, this, [this] { heard_ = true; });
  connect(&recording_, &RecordingController::textBegan, this,
          [this](const std::shared_ptr<ui::TranscriptDocument>& document) {
            heard_ = false;
            trouble_.clear();
            part_.feed().follow(document);
          });
  connect(&recording_, &RecordingController::stateChanged, this, &CaptionsController::follow);
  connect(&recording_, &RecordingController::startFailed, this, [this](const QString& sentence) {
    ours_ = false;
    part_.end(sentence);
  });
  connect(&recording_, &RecordingController::endsByItself, this,
          [this](const QString& sentence) { trouble_ = sentence; });
  connect(&recording_, &RecordingController::ended, this, [this] {
    ours_ = false;
    part_.end(trouble_);
  });
}

void CaptionsController::begin() {
  if (!recording_.is_live()) {
    ours_ = true;
    heard_ = false;
    part_.feed().follow(nullptr);
    recording_.begin_for_captions(settings_.captions().source == ui::CaptionSource::played);
  }
  follow(recording_.state());
}

void CaptionsController::end() {
  if (std::exchange(ours_, false)) recording_.end_recording();
}

/// What is shown while there are no words. Where the sound is kept stands there until the first of them.
void CaptionsController::follow(const ui::RecordState& state) {
  const QString keeping = recording_.keeping();
  part_.set_keeping(keeping);
  if (!part_.wanted()) return;
  QString hint = state.trouble;
  if (hint.isEmpty()) {
    switch (state.phase) {
      case RecordPhase::recording:
        if (state.no_text) {
          hint = state.remark;
        } else if (!heard_) {
          hint = tr("Listening. %1").arg(keeping);
        }
        break;
      case RecordPhase::paused:
        hint = tr("Paused. Nothing is being recorded.");
        break;
      case RecordPhase::starting:
      case RecordPhase::waiting:
        hint = ui::phase_text(state.phase);
        break;
      case RecordPhase::idle:
      case RecordPhase::finishing:
        break;
    }
  }
  part_.set_hint(hint, state.no_text || state.phase == RecordPhase::waiting);
}

void CaptionsController::finish() {
  ours_ = false;
  part_.close();
}

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "app/gui/recording/recording_controller.h"
#include "ui/captions/captions_part.h"

namespace tilescribe {

/// Captions are the text of a recording. One that is being made gets them; otherwise they begin one, and end
/// it when nobody wants captions any more.
class CaptionsController : public QObject {
  Q_OBJECT

 public:
  CaptionsController(RecordingController& recording, ui::Shell& shell, ui::Settings& settings);

  ui::CaptionsPart& part() { return part_; }
  /// Closes the windows.
  void finish();

 private:
  void begin();
  void end();
  void follow(const ui::RecordState& state);

  RecordingController& recording_;
  ui::Settings& settings_;
  ui::CaptionsPart part_;
  bool ours_ = false;   // the recording was begun for captions
  bool heard_ = false;  // words of it came
  QString trouble_;     // that ended it; a sentence
};

}  // namespace tilescribe

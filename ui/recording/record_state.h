// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "inference/api/capture.h"

namespace tilescribe::ui {

enum class RecordPhase {
  idle,
  starting,   // the source is being opened
  recording,  //
  paused,     // on request
  waiting,    // the source is gone; the recording continues by itself when it is back
  finishing,  // the source is released; the text is still being finished
};

/// What the record page, the live row and the small window show of a recording, except its text.
struct RecordState {
  RecordPhase phase = RecordPhase::idle;
  QString source;          // the source's name
  double elapsed_s = 0.0;  // recorded so far, on disk
  double lag_s = 0.0;      // how far the text is behind, seconds
  SoundLevel level;
  QString trouble;          // a sentence that says what is wrong with the sound or the text now; else empty
  QString remark;           // a sentence that says how the text comes; empty: as usual
  QString server;           // no text comes live: what is recorded is sent there afterwards; else empty
  bool no_text = false;     // none comes now; the trouble or the remark says why
  bool too_slow = false;    // the engine is slower than speech: the page offers two solutions
  bool demo_helps = false;  // the demo model is one of them
};

/// Whether sound is being recorded, or would be if the source were there.
inline bool takes_sound(RecordPhase phase) {
  return phase == RecordPhase::recording || phase == RecordPhase::paused || phase == RecordPhase::waiting;
}

/// "Recording", "Paused", "Finishing the text"…; empty while idle.
QString phase_text(RecordPhase phase);
/// "3.2 s behind"; empty if the lag is too short to matter (1.5 s).
QString lag_text(double lag_s);
/// A level in words, for accessibility and tool tips: "-23 dB", "silence".
QString level_text(const SoundLevel& level);
/// A linear level as a share of the meter, 0…1: -60 dB and below become 0, full scale 1.
double meter_share(float level);

}  // namespace tilescribe::ui

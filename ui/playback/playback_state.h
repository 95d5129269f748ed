// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <array>

namespace tilescribe::ui {

/// The speeds that are offered, in times the sound's own.
inline constexpr std::array playback_speeds{0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.25, 1.5, 1.75, 2.0};

/// How far back one step goes, seconds.
inline constexpr double back_step_s = 3.0;

/// The playback of the chosen transcript, as it is shown.
struct PlaybackState {
  bool possible = false;  // there is a text, and its audio is there
  bool playing = false;
  bool begun = false;       // it was played or sought: the place in the text is marked
  double position_s = 0.0;  // heard now
  double length_s = 0.0;
  double speed = 1.0;
  QString problem = {};  // a sentence: why nothing is heard; empty: nothing is wrong
};

}  // namespace tilescribe::ui

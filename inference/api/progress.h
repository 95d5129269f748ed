// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tilescribe {

enum class Stage { opening, audio, features, encoder, projector, prefill, decode, finished };

/// Where a transcription stands.
struct Progress {
  Stage stage = Stage::opening;
  double audio_done_s = 0.0;   // audio fully transcribed
  double audio_total_s = 0.0;  // 0 while unknown
  double fraction = 0.0;       // 0…1, never goes back; counts work inside a window too
  double elapsed_s = 0.0;
  double remaining_s = -1.0;  // estimate; negative while unknown
};

/// The text of the earliest window that is still being decoded, as far as it is known.
struct PartialText {
  int window = 0;
  double start_s = 0.0;  // window's place in the audio
  double end_s = 0.0;
  std::string text;  // complete characters only
};

}  // namespace tilescribe

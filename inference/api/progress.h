// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tilescribe {

enum class Stage { opening, audio, features, encoder, projector, prefill, decode, finished };

/// How far a transcription has got.
struct Progress {
  Stage stage = Stage::opening;
  double audio_done_s = 0.0;   // audio fully transcribed
  double audio_total_s = 0.0;  // 0 while unknown
  double fraction = 0.0;       // 0…1, never decreases; includes work inside a window
  double elapsed_s = 0.0;
  double remaining_s = -1.0;  // estimate; negative while unknown
};

/// The known text of the earliest window that is still being decoded.
struct PartialText {
  int window = 0;
  double start_s = 0.0;  // window's place in the audio
  double end_s = 0.0;
  std::string text;  // complete characters only
};

}  // namespace tilescribe

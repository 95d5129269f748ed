// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tilescribe {

/// One generated token. Its bytes may be part of a character; only the segment's text is certain to be valid
/// UTF-8.
struct Token {
  int id = 0;
  std::string bytes;         // what the token adds to the text, raw bytes
  float probability = 0.0f;  // softmax of the logits at this step, 0…1
};

/// A word and when it is spoken.
struct TimedWord {
  std::string text;      // with its punctuation
  double start_s = 0.0;  // seconds from the start of the audio
  double end_s = 0.0;
  float probability = 0.0f;  // that these letters are heard there, or of the model for its tokens, 0…1
  bool estimated = true;  // the times follow from the words around it: its sound is not known, or not heard
};

/// A piece of the transcript, suitable as a subtitle.
struct Segment {
  double start_s = 0.0;  // seconds from the start of the audio
  double end_s = 0.0;
  std::string text;  // valid UTF-8, trimmed
  std::vector<Token> tokens = {};
  std::vector<TimedWord> words = {};  // in order; empty: not known
  int window = 0;                     // which window of the audio it came from, from 0
  bool estimated = true;     // start and end are estimates inside the window (the model gives no times)
  bool looped = false;       // the model repeated itself here and was stopped
  std::string heard = {};    // what the model wrote, where a rule of the user's changed it; empty: the same
  std::string speaker = {};  // who speaks: a name, valid UTF-8; empty: not known
};

struct Transcript {
  std::vector<Segment> segments;  // in order of time; those of different speakers may overlap
  double duration_s = 0.0;        // of the audio read
  double missing_s = 0.0;  // missing at the end of the file, although the file promised it; 0: nothing known
  std::string source;      // file name
  std::string model;       // model's display name
  std::string engine;      // engine's display name, e.g. "CPU, bf16, 2 threads"
  double elapsed_s = 0.0;  // wall time that the transcription took
  bool cancelled = false;  // ended early on request: segments hold what was finished by then

  /// The text of all segments, joined as space_between says.
  std::string text() const;
};

}  // namespace tilescribe

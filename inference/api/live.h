// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "inference/api/transcript.h"

namespace tilescribe {

struct LiveOptions {
  double pause_s = 0.6;        // silence that ends an utterance, seconds
  double longest_s = 28.0;     // an utterance without a pause is cut at the quietest place before this
  double runs_a_second = 2.0;  // most decodes of an utterance that is still being spoken
  double slowest_run_s = 2.0;  // where a decode takes longer, text comes an utterance at a time
  std::string prompt = {};     // instruction; empty: the checkpoint's own default
};

/// Words of a live session, with their place in the recording. Times inside an utterance are estimated.
struct LivePiece {
  std::string text = {};  // UTF-8; begins with the white space between it and the text before, if any
  double start_s = 0.0;
  double end_s = 0.0;
  int utterance = 0;    // from 0
  bool closes = false;  // fixed only: the utterance's last piece; its text may then be empty. A space goes
                        // between utterances
};

struct LiveStatus {
  double recorded_s = 0.0;  // of the recording on disk
  double heard_s = 0.0;     // of it, looked at for voice
  double lag_s = 0.0;       // from the last sound whose text is shown, where somebody speaks or text is owed,
                            // to the end of the recording
  double run_s = 0.0;       // what the last decode took; 0: there was none
  bool speaking = false;
  bool whole_utterances = false;  // text comes an utterance at a time, since a decode takes too long
  bool too_slow = false;          // the text is far behind: the engine seems slower than speech
};

/// Called on the thread that calls advance(); each may be empty.
struct LiveEvents {
  std::function<void(const LivePiece&)> fixed = {};        // follows the earlier ones; never changes
  std::function<void(const LivePiece&)> provisional = {};  // replaces the last one; empty text: there is none
  std::function<void(const LiveStatus&)> status = {};
};

/// Where a session stands, so that another engine can go on with it.
struct LiveCheckpoint {
  double from_s = 0.0;     // everything before is finished
  std::string fixed_text;  // of the utterance that begins then; empty: none is under way
  int utterance = 0;
  std::vector<Segment> segments;  // a segment an utterance, or several where it is long
};

/// The transcription of a recording as it grows. Has no thread: who owns the model calls advance() often.
/// Decodes the utterance that is being spoken again and again; words on which two decodes in a row agree
/// become fixed, are given to every later decode of the utterance as its beginning, and so never change.
class LiveSession {
 public:
  virtual ~LiveSession() = default;
  /// Whether advance() has something to do now. Cheap.
  virtual bool due() = 0;
  /// Does the next piece of what is due: reads on, or decodes once. Returns false when nothing was due.
  /// Throws Error when the engine fails; the checkpoint stays good.
  virtual bool advance() = 0;
  /// The recording is complete and all of its text is fixed.
  virtual bool finished() const = 0;
  virtual LiveCheckpoint checkpoint() const = 0;
  /// What is fixed so far.
  virtual Transcript transcript() const = 0;
};

}  // namespace tilescribe

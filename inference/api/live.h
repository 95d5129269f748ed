// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "inference/api/transcript.h"
#include "inference/api/word_rules.h"

namespace tilescribe {

struct LiveOptions {
  double pause_s = 0.6;     // silence that ends an utterance, seconds
  double longest_s = 28.0;  // an utterance without a pause is cut at the quietest place before this, seconds
  double runs_a_second = 4.0;  // at most this many decodes per second while an utterance is being spoken; two
                               // where a decode takes more than a twelfth of a second
  double slowest_run_s = 2.0;  // if a decode takes longer, text comes one utterance at a time, seconds
  std::string prompt = {};     // instruction; empty: the checkpoint's own default
  std::vector<std::string> hotwords = {};  // go into the prompt after the instruction
  bool keeps_text = true;  // false: finished utterances are only told, without the times of their words, so
                           // memory does not grow with them, and transcript() lacks them
  WordRules words = {};    // for whoever runs the session, which itself gives what the model wrote
};

/// Words of a live session and their place in the recording. Times inside an utterance are estimated, but for
/// those of `words`.
struct LivePiece {
  std::string text = {};  // UTF-8; starts with the white space between it and the text before, if any
  double start_s = 0.0;
  double end_s = 0.0;
  int utterance = 0;    // from 0
  bool closes = false;  // fixed only: the utterance's last piece; its text may then be empty. A space goes
                        // between utterances
  /// Where it closes: all words of the utterance, in order. Empty: their times are not known.
  std::vector<TimedWord> words = {};
};

struct LiveStatus {
  double recorded_s = 0.0;  // of the recording on disk
  double heard_s = 0.0;     // how much of it has been searched for voice
  double lag_s = 0.0;  // if somebody speaks or text is missing: from the last sound whose text is shown to
                       // the end of the recording
  double run_s = 0.0;  // duration of the last decode; 0: there was none
  bool speaking = false;
  bool whole_utterances = false;  // text comes one utterance at a time, because a decode takes too long
  bool too_slow = false;          // the text is far behind: the engine seems to be slower than speech
};

/// Called on the thread that calls advance(). Each may be empty.
struct LiveEvents {
  std::function<void(const LivePiece&)> fixed = {};        // appended to the earlier ones; never changes
  std::function<void(const LivePiece&)> provisional = {};  // replaces the last one; empty text: none now
  std::function<void(const LiveStatus&)> status = {};
};

/// Where a session stands, so that another engine can continue it.
struct LiveCheckpoint {
  double from_s = 0.0;     // everything before this is finished
  std::string fixed_text;  // of the utterance that begins there; empty: none has begun
  int utterance = 0;
  std::vector<Segment> segments;  // one segment per utterance, or several for a long one
};

/// The transcription of a recording as it grows. It has no thread: the owner of the model calls advance()
/// often. The utterance being spoken is decoded repeatedly. Words on which two consecutive decodes agree
/// become fixed. Every later decode of the utterance begins with them, so they never change.
class LiveSession {
 public:
  virtual ~LiveSession() = default;
  /// Whether advance() has something to do now. Cheap to call.
  virtual bool due() = 0;
  /// Does the next piece of work that is due: reads more audio, or decodes once. Returns false if nothing was
  /// due. Throws Error if the engine fails; the checkpoint stays valid.
  virtual bool advance() = 0;
  /// The recording is complete and all of its text is fixed.
  virtual bool finished() const = 0;
  virtual LiveCheckpoint checkpoint() const = 0;
  /// All text that is fixed so far.
  virtual Transcript transcript() const = 0;
};

}  // namespace tilescribe

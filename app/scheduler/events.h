// SPDX-License-Identifier: Apache-2.0
// What a scheduler reports about its work, as values. All kinds of events are here.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "inference/api/error.h"
#include "inference/api/message.h"
#include "inference/api/transcriber.h"
#include "inference/api/unfinished.h"

namespace tilescribe {

using JobId = unsigned long long;   // from 1
using LiveId = unsigned long long;  // of a live session, from 1

// About a worker's model. Workers count from 0; each has its own device.
struct EngineOpening {
  EngineOptions options;
  int worker = 0;
};
struct EngineReady {
  EngineInfo engine;
  ModelInfo model;
  int worker = 0;
};
/// There is no model.
struct EngineFailed {
  Failure failure;
  int worker = 0;
};
/// The requested model can't be opened. The previous one is opened again, so EngineOpening follows.
struct EngineRefused {
  Failure failure;
  int worker = 0;
};

// About a job.
struct JobStarted {
  JobId id = 0;
  int worker = 0;
};
/// Before the job's first segment.
struct JobBegins {
  JobId id = 0;
  UnfinishedText
      text;      // as it is saved while the job runs; includes an earlier run's text if it continues it
  Message anew;  // why an earlier text is not continued: a sentence; empty: it is, or there is none
};
/// All segments up to here have been reported.
struct JobReached {
  JobId id = 0;
  WindowBoundary end;
};
struct JobProgress {
  JobId id = 0;
  Progress progress;
};
struct JobSegment {
  JobId id = 0;
  Segment segment;
};
struct JobPartial {
  JobId id = 0;
  PartialText partial;
};
/// One of the model's devices is lost; the others go on with the job.
struct JobNotice {
  JobId id = 0;
  Message what;  // a sentence
};
struct JobFinished {
  JobId id = 0;
  Transcript transcript;  // in full; who hears of it takes it over
};
struct JobFailed {
  JobId id = 0;
  Failure failure;
};
/// A live session interrupts this running job, or no longer does.
struct JobHeld {
  JobId id = 0;
  bool held = false;
};

// About a live session.
/// A model begins to write the session's text, or continues it.
struct LiveBegins {
  EngineInfo engine;
  ModelInfo model;
  LiveId id = 0;
};
struct LiveFixed {
  LivePiece piece;
  LiveId id = 0;
};
struct LiveProvisional {
  LivePiece piece;
  LiveId id = 0;
};
struct LiveProgress {
  LiveStatus status;
  LiveId id = 0;
};
/// The device failed; the session continues on the CPU.
struct LiveMoved {
  Failure failure;
  LiveId id = 0;
};
struct LiveFinished {
  Transcript transcript;
  LiveId id = 0;
};
/// The session is over. The recording is not, and can be transcribed as a file.
struct LiveFailed {
  Failure failure;
  LiveId id = 0;
};

// About a profile.
/// A worker's transcription is measured from here on.
struct ProfileBegan {
  std::string title;  // what is being transcribed
  int worker = 0;
};
struct ProfileProgress {
  ProfileFrame frame;
  int worker = 0;
};
struct ProfileFinished {
  std::shared_ptr<const ProfileSession> session;
  int worker = 0;
};
/// The device can't be measured (any more). The work continues.
struct ProfileFailed {
  Failure failure;
  int worker = 0;
};

// About words of the user's own.
/// A rule is left out of a text: of a job, or of the live session (id 0).
struct WordsLeftOut {
  JobId id = 0;
  Message why;  // a sentence
};

using Event =
    std::variant<EngineOpening, EngineReady, EngineFailed, EngineRefused, JobStarted, JobBegins, JobReached,
                 JobProgress, JobSegment, JobPartial, JobNotice, JobFinished, JobFailed, JobHeld, LiveBegins,
                 LiveFixed, LiveProvisional, LiveProgress, LiveMoved, LiveFinished, LiveFailed, ProfileBegan,
                 ProfileProgress, ProfileFinished, ProfileFailed, WordsLeftOut>;

/// Receives events, possibly from several threads at once, but never under a mutex of the scheduler.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void tell(Event event) = 0;
};

}  // namespace tilescribe

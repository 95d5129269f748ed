// SPDX-License-Identifier: Apache-2.0
// What a scheduler tells of its work, as values: each kind of event stands here, and nowhere else.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "inference/api/error.h"
#include "inference/api/message.h"
#include "inference/api/transcriber.h"
#include "inference/api/unfinished.h"

namespace tilescribe {

using JobId = unsigned long long;  // from 1

// Of a worker's model. Workers count from 0; each has a device of its own.
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
/// The model that was asked for can't be opened; the one that worked before is opened again, and
/// EngineOpening follows.
struct EngineRefused {
  Failure failure;
  int worker = 0;
};

// Of a job.
struct JobStarted {
  JobId id = 0;
  int worker = 0;
};
/// Before the job's first segment.
struct JobBegins {
  JobId id = 0;
  UnfinishedText text;  // what writes it, and the text that it continues
  Message anew;  // why an earlier run's text is not continued, a sentence; empty: it is, or there is none
};
/// All segments up to here came.
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
struct JobFinished {
  JobId id = 0;
  Transcript transcript;
};
struct JobFailed {
  JobId id = 0;
  Failure failure;
};
/// A live session goes before this running job, or no longer does.
struct JobHeld {
  JobId id = 0;
  bool held = false;
};

// Of the live session.
/// A model begins to write its text, or continues it.
struct LiveBegins {
  EngineInfo engine;
  ModelInfo model;
};
struct LiveFixed {
  LivePiece piece;
};
struct LiveProvisional {
  LivePiece piece;
};
struct LiveProgress {
  LiveStatus status;
};
/// The device failed; the session continues on the CPU.
struct LiveMoved {
  Failure failure;
};
struct LiveFinished {
  Transcript transcript;
};
/// The session is over; the recording is not, and can be transcribed as a file.
struct LiveFailed {
  Failure failure;
};

// Of a profile.
/// What a worker transcribes is measured from here on.
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
/// The device can't be measured, or no longer; the work goes on.
struct ProfileFailed {
  Failure failure;
  int worker = 0;
};

using Event = std::variant<EngineOpening, EngineReady, EngineFailed, EngineRefused, JobStarted, JobBegins,
                           JobReached, JobProgress, JobSegment, JobPartial, JobFinished, JobFailed, JobHeld,
                           LiveBegins, LiveFixed, LiveProvisional, LiveProgress, LiveMoved, LiveFinished,
                           LiveFailed, ProfileBegan, ProfileProgress, ProfileFinished, ProfileFailed>;

/// Hears of events: from several threads at once, never under a mutex of the scheduler.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void tell(Event event) = 0;
};

}  // namespace tilescribe

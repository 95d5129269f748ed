// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

#include "inference/api/error.h"
#include "inference/api/transcriber.h"
#include "inference/api/unfinished.h"

namespace tilescribe {

/// What the worker says, as values.
struct EngineOpening {
  EngineOptions options;
};
struct EngineReady {
  EngineInfo engine;
  ModelInfo model;
};
struct EngineFailed {
  Failure failure;
};
struct EngineRefused {
  Failure failure;
};
struct JobStarted {
  quint64 id = 0;
};
struct JobBegins {
  quint64 id = 0;
  UnfinishedText text;  // what writes it, and the text that it continues
  std::string anew;  // why an earlier run's text is not continued, a sentence; empty: it is, or there is none
};
struct JobReached {
  quint64 id = 0;
  WindowBoundary end;
};
struct JobProgress {
  quint64 id = 0;
  Progress progress;
};
struct JobSegment {
  quint64 id = 0;
  Segment segment;
};
struct JobPartial {
  quint64 id = 0;
  PartialText partial;
};
struct JobFinished {
  quint64 id = 0;
  Transcript transcript;
};
struct JobFailed {
  quint64 id = 0;
  Failure failure;
};
struct JobHeld {
  quint64 id = 0;
  bool held = false;
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
struct LiveMoved {
  Failure failure;
};
struct LiveFinished {
  Transcript transcript;
};
struct LiveFailed {
  Failure failure;
};
struct ProfileBegan {
  std::string title;  // what is being transcribed
};
struct ProfileProgress {
  ProfileFrame frame;
};
struct ProfileFinished {
  std::shared_ptr<const ProfileSession> session;
};
struct ProfileFailed {
  Failure failure;
};
using Message = std::variant<EngineOpening, EngineReady, EngineFailed, EngineRefused, JobStarted, JobBegins,
                             JobProgress, JobSegment, JobReached, JobPartial, JobFinished, JobFailed, JobHeld,
                             LiveFixed, LiveProvisional, LiveProgress, LiveMoved, LiveFinished, LiveFailed,
                             ProfileBegan, ProfileProgress, ProfileFinished, ProfileFailed>;

/// Messages on their way from the worker thread to the GUI thread. Progress, partial and provisional text
/// and where a profile stands replace an older one that has not been fetched, so the box never grows with
/// them.
class Mailbox {
 public:
  /// `wake` is called on the posting thread when the box was empty.
  explicit Mailbox(std::function<void()> wake);

  void post(Message message);
  std::optional<Message> take();
  bool empty() const;

 private:
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::deque<Message> messages_;
};

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "app/machine/services.h"
#include "app/protocol/api_error.h"
#include "app/scheduler/mailbox.h"
#include "app/scheduler/scheduler.h"
#include "app/server/upload.h"
#include "app/server/word_times.h"

namespace tilescribe::server {

/// Hears of its transcription.
class JobClient {
 public:
  virtual ~JobClient() = default;
  virtual void segment(const Segment& segment) = 0;
  virtual void finished(const Transcript& transcript) = 0;
  virtual void failed(const protocol::ApiError& error) = 0;
};

/// Hears of its live session.
class LiveClient {
 public:
  virtual ~LiveClient() = default;
  /// Appended to what it heard before.
  virtual void fixed(const LivePiece& piece) = 0;
  /// Sound up to this second of the recording has its text or needs none, but for the utterance that is being
  /// spoken.
  virtual void heard(double until_s) = 0;
  virtual void finished(const Transcript& transcript) = 0;
  virtual void failed(const protocol::ApiError& error) = 0;
};

/// A transcription that a client asked for.
struct Task {
  std::unique_ptr<Upload> sound;
  std::string file_name = {};  // as the client calls it
  TranscribeOptions options = {};
  bool words = false;  // with the times of words
};

/// What transcriptions may take, and how they are done.
struct JobLimits {
  std::size_t count = 64;    // waiting, at work, or announced by a request that is being read
  double audio_s = 14400.0;  // of one
  int together = 1;          // at work at a time
  int sessions = 0;          // live ones at a time
  bool word_ngram = true;    // as TranscribeOptions has it
};

/// A place in the queue for a request that is being read, or for a client with live sessions. It is given
/// back with this object.
class Place {
 public:
  Place(Place&& other) noexcept : taken_(std::exchange(other.taken_, nullptr)) {}
  Place& operator=(Place&&) = delete;
  ~Place() {
    if (taken_ != nullptr) --*taken_;
  }

 private:
  friend class Jobs;
  explicit Place(std::size_t& taken) : taken_(&taken) { ++taken; }
  std::size_t* taken_;  // how many are; null: it was moved from
};

/// How the model is.
enum class Health {
  opening,    // for the first time
  works,      // as far as is known
  reopening,  // its device failed, and it is being opened again
  failed,     // nothing has been transcribed since its device failed
  lost,       // it can't be opened again
};

/// The model that serves.
struct Opened {
  EngineInfo engine;
  ModelInfo model;
};

/// The transcriptions and live sessions of all clients: one scheduler, one model, one queue with a bound. Its
/// workers share the model, where the engines are SharedEngines. All methods and all calls of clients are on
/// the thread of the server's loop.
class Jobs : private Listener {
 public:
  /// Runs a function on the loop's thread, soon. Thread-safe.
  using Post = std::function<void(std::function<void()>)>;
  /// Runs it there after that time, unless the server ends before.
  using PostLater = std::function<void(std::chrono::milliseconds, std::function<void()>)>;
  Jobs(const Services& services, const EngineOptions& engine, const JobLimits& limits, Post post,
       PostLater later);
  ~Jobs() override;

  /// Opens the model. `opened` is called once with the reason if that fails, else with none.
  void open(std::function<void(const std::optional<Failure>&)> opened);
  const std::optional<Opened>& opened() const { return opened_; }  // none until the model is open

  Health health() const;
  int reopenings() const { return reopenings_; }  // attempts to open the model again, so far
  /// When what is refused while the model is opened again is worth trying again.
  int reopened_after_s() const;

  /// Throws RequestError: 503 while there is no model that works, 429 if the queue is full.
  Place reserve();
  /// The client hears of the transcription until it leaves or it ends. It takes `place`, as long as it lasts.
  /// Throws RequestError (503).
  JobId add(Task task, JobClient& client, Place place);
  /// The client is gone. Its transcription ends within a moment.
  void leave(JobId id);
  std::size_t count() const { return jobs_.size(); }

  /// For a client that will have one live session after the other. Throws RequestError: 503 while there is no
  /// model, 429 if too many have one.
  Place reserve_session();
  /// The client hears of the session until it leaves or it ends. Throws RequestError while there is no model.
  LiveId listen(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options,
                LiveClient& client);
  /// The client is gone. Its session ends within a moment.
  void leave_session(LiveId id);

  /// Ends all transcriptions: clients hear that the server is ending.
  void end();

 private:
  struct Job {
    Task task;
    JobClient* client = nullptr;  // null: it left
    bool on_cpu = false;          // the device failed, and the CPU began anew
    bool begun = false;           // a model was there for it
    bool transcribed = false;     // only the times of words are missing
    int told_window = -1;         // the last one that the client heard of
    int kept_window = -1;         // the same when the CPU began anew
  };
  struct Live {
    LiveClient* client = nullptr;
    bool prompted = false;  // by the client
  };
  void tell(Event event) override;
  void open_everywhere(const EngineOptions& engine);
  void check_model() const;
  void hear_all();
  void hear(Event event);
  bool hear_live(const Event& event);
  LiveClient* end_session(LiveId id);
  static bool is_too_long_a_prompt(const Failure& failure);
  void fail_sessions(const protocol::ApiError& error);
  bool leave_gpu(const Failure& failure);
  void reopen(const Failure& failure);
  void try_to_reopen();
  EngineOptions engine_now() const;
  void hear_opening(int worker, const std::optional<Failure>& failure);
  void hear_transcribed();
  void fail_all(const protocol::ApiError& error);
  void hear_segment(Job& job, const Segment& segment);
  void hear_end(JobId id, Job& job, Transcript transcript);
  void hear_progress(JobId id, Job& job, const Progress& progress);
  void hear_failure(JobId id, Job& job, const Failure& failure);
  void lose_model(const Failure& failure);
  protocol::ApiError reopening_error() const;
  protocol::ApiError answer_to(const Job& job, const Failure& failure) const;
  void finish(JobId id, const Transcript& transcript);
  void fail(JobId id, const protocol::ApiError& error);
  Job take(JobId id);
  int worth_trying_after_s() const;

  const EngineOptions engine_;
  const JobLimits limits_;
  Post post_;
  PostLater later_;
  std::function<void(const std::optional<Failure>&)> told_opened_;
  std::optional<Opened> opened_;
  bool lost_ = false;           // no model can be opened any more
  bool leaves_gpu_ = false;     // it failed, and the CPU was asked for
  bool device_failed_ = false;  // and nothing has been transcribed since
  bool reopening_ = false;      // no worker has a model that works
  bool attempting_ = false;     // and they have been asked to open it again
  int attempts_ = 0;            // to open it again, since something was transcribed
  int reopenings_ = 0;
  Failure why_reopened_;   // the last one
  std::set<int> awaited_;  // workers that were told to open a model, and have not said how that went
  std::set<int> without_;  // those of them that have none
  bool ended_ = false;
  std::size_t places_ = 0;    // reserved
  std::size_t sessions_ = 0;  // places for clients with live sessions
  double usual_s_ = 1.0;      // that a transcription took lately
  std::map<JobId, Job> jobs_;
  std::map<LiveId, Live> lives_;  // of clients that did not leave
  Mailbox mailbox_;
  Scheduler scheduler_;
  WordTimes words_;
};

}  // namespace tilescribe::server

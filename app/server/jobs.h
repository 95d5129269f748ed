// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

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

/// A transcription that a client asked for.
struct Task {
  std::unique_ptr<Upload> sound;
  std::string file_name = {};  // as the client calls it
  TranscribeOptions options = {};
  bool words = false;  // with the times of words
};

/// The model that serves.
struct Opened {
  EngineInfo engine;
  ModelInfo model;
};

/// The transcriptions of all clients: one scheduler, one model, one queue with a bound. All methods and all
/// calls of clients are on the thread of the server's loop.
class Jobs : private Listener {
 public:
  /// Runs a function on the loop's thread, soon. Thread-safe.
  using Post = std::function<void(std::function<void()>)>;
  Jobs(const Services& services, const EngineOptions& engine, std::size_t most, Post post);
  ~Jobs() override;

  /// Opens the model. `opened` is called once with the reason if that fails, else with none.
  void open(std::function<void(const std::optional<Failure>&)> opened);
  const std::optional<Opened>& opened() const { return opened_; }  // none until the model is open

  /// Throws RequestError: 503 while there is no model, 429 if the queue is full.
  void check_room() const;
  /// As check_room; else the client hears of the transcription until it leaves or it ends.
  JobId add(Task task, JobClient& client);
  /// The client is gone. Its transcription ends within a moment.
  void leave(JobId id);
  std::size_t count() const { return jobs_.size(); }

  /// Ends all transcriptions: clients hear that the server is ending.
  void end();

 private:
  struct Job {
    Task task;
    JobClient* client = nullptr;  // null: it left
    bool on_cpu = false;          // the device failed, and the CPU began anew
    int told_window = -1;         // the last one that the client heard of
    int kept_window = -1;         // the same when the CPU began anew
  };
  void tell(Event event) override;
  void hear_all();
  void hear(Event event);
  void hear_segment(Job& job, const Segment& segment);
  void hear_end(JobId id, Job& job, Transcript transcript);
  void hear_failure(JobId id, Job& job, const Failure& failure);
  void finish(JobId id, const Transcript& transcript);
  void fail(JobId id, const protocol::ApiError& error);
  Job take(JobId id);
  int worth_trying_after_s() const;

  const EngineOptions engine_;
  const std::size_t most_;
  Post post_;
  std::function<void(const std::optional<Failure>&)> told_opened_;
  std::optional<Opened> opened_;
  bool ended_ = false;
  double usual_s_ = 1.0;  // that a transcription took lately
  std::map<JobId, Job> jobs_;
  Mailbox mailbox_;
  Scheduler scheduler_;
  WordTimes words_;
};

}  // namespace tilescribe::server

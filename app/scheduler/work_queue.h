// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/scheduler/events.h"
#include "app/scheduler/profile_run.h"

namespace tilescribe {

/// A model to open.
struct OpeningTask {
  EngineOptions options;
  std::stop_token stop;
};

/// A job as it is done.
struct JobTask {
  JobId id = 0;
  std::filesystem::path file;
  TranscribeOptions options;
  bool on_cpu = false;  // the device failed at it before
  std::stop_token stop;
};

/// A live session, and where it stands.
struct LiveTask {
  std::shared_ptr<const GrowingRecording> recording;
  LiveOptions options;
  LiveCheckpoint from;
  std::stop_source stop;
  bool on_cpu = false;  // the device failed at it
};

/// What is to be done, by all workers together. It owns the state of every job and every stop source, and the
/// one mutex that front ends wait for: each method holds it for a moment and calls nobody meanwhile. Stops
/// are requested without it, since whoever hears of one may do anything. Thread-safe.
class WorkQueue {
 public:
  explicit WorkQueue(int workers) : places_(static_cast<std::size_t>(workers)) {}

  // For front ends, as Scheduler's methods say:
  void open(int worker, const EngineOptions& options);
  JobId add(std::filesystem::path file, const TranscribeOptions& options, JobId id = 0);
  /// The job, where it waited; one that runs is asked to stop.
  std::optional<JobTask> cancel(JobId id);
  void retry(JobId id);
  void remove(JobId id);
  void start_live(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options);
  void abandon_live();
  void set_profiling(const std::optional<ProfileWish>& wish);
  /// Asks everything to stop. Nothing but what is to be ended is given out from then on.
  void end();

  // For workers. Each takes what it will do next, and says when that is done.
  std::optional<OpeningTask> take_opening(int worker);
  void opened(int worker);
  std::optional<JobTask> take_job(int worker);
  void end_job(int worker, JobId id, bool device_failed);
  /// One session is under way at a time, on a worker that has a model; an idle one is preferred. One that is
  /// to be ended needs no model.
  std::optional<LiveTask> take_live(int worker);
  void end_live();
  /// The session goes on as soon as a worker has a model for it.
  void give_back(LiveTask live);
  /// A job that the device failed at waits.
  bool needs_cpu() const;
  ProfileWish profile_wish() const;
  /// Until there may be something to do for this worker, or the time is over.
  void wait(int worker, std::optional<std::chrono::milliseconds> at_most);

  // The same without the mutex, since it is asked between ops:
  bool ended() const { return ended_; }
  bool live_waits() const { return live_waits_; }
  bool profiling() const { return profiling_; }

 private:
  struct Job {
    std::filesystem::path file;
    TranscribeOptions options;
    bool on_cpu = false;
    std::uint64_t turn = 0;                   // its place in the queue; 0: it does not wait
    std::optional<std::stop_source> running;  // none: it does not run
  };
  /// A worker's.
  struct Place {
    std::optional<EngineOptions> to_open;
    std::stop_source opening;
    bool opened = false;
    bool busy = false;  // with a job
  };

  Place& place(int worker) { return places_[static_cast<std::size_t>(worker)]; }
  // With the mutex held:
  std::stop_source new_stop() const;
  void queue_up(JobId id, Job& job);
  bool leave_queue(Job& job);
  bool can_take_live(const Place& place) const;
  bool can_work(const Place& place) const;

  mutable std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::vector<Place> places_;
  std::map<JobId, Job> jobs_;
  std::map<std::uint64_t, JobId> waiting_;  // by turn
  JobId last_id_ = 0;
  std::uint64_t last_turn_ = 0;
  std::deque<LiveTask> lives_;                // that wait
  std::optional<std::stop_source> live_now_;  // of the session that was taken
  ProfileWish wish_;
  std::atomic<bool> ended_{false};
  std::atomic<bool> profiling_{false};
  std::atomic<bool> live_waits_{false};  // lives_ holds something
};

}  // namespace tilescribe

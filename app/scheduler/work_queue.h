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
#include <utility>
#include <vector>

#include "app/scheduler/events.h"
#include "app/scheduler/live_words.h"
#include "app/scheduler/profile_run.h"

namespace tilescribe {

struct OpeningTask {
  EngineOptions options;
  std::stop_token stop;
};

struct JobTask {
  JobId id = 0;
  std::filesystem::path file;
  TranscribeOptions options;
  bool on_cpu = false;  // the device failed before
  std::stop_token stop;
};

/// A live session and its state.
struct LiveTask {
  LiveId id = 0;
  std::shared_ptr<const GrowingRecording> recording;
  LiveOptions options;
  LiveCheckpoint from;
  std::stop_source stop;
  bool on_cpu = false;  // the device failed
  LiveWords words = {};
};

/// The work of all workers. Owns the state of each job, all stop sources, and the only mutex that front ends
/// wait for. Each method holds it briefly and calls nobody while holding it. Stops are requested without it,
/// because their callbacks may do anything. Thread-safe.
class WorkQueue {
 public:
  /// At most so many live sessions, and so many jobs, run at a time. `alone`: a worker with a session takes
  /// no job. `jobs` 0: as many as there are workers.
  explicit WorkQueue(int workers, int lives = 1, bool alone = false, int jobs = 0)
      : lives_at_once_(static_cast<std::size_t>(lives)),
        jobs_at_once_(jobs > 0 ? jobs : workers),
        alone_(alone),
        places_(static_cast<std::size_t>(workers)) {}

  // For front ends; see Scheduler's methods.
  void open(int worker, const EngineOptions& options);
  JobId add(std::filesystem::path file, const TranscribeOptions& options, JobId id = 0);
  /// The job if it was waiting. A running one is asked to stop.
  std::optional<JobTask> cancel(JobId id);
  void retry(JobId id);
  void remove(JobId id);
  void arrange(const std::vector<JobId>& order);
  void set_paused(bool paused);
  LiveId start_live(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options);
  void abandon_live(std::optional<LiveId> only);
  void set_profiling(const std::optional<ProfileWish>& wish);
  /// Requests everything to stop. From then on it only hands out sessions to be ended.
  void end();

  // For workers. Each takes its next piece of work and reports when it is done.
  std::optional<OpeningTask> take_opening(int worker);
  void opened(int worker);
  std::optional<JobTask> take_job(int worker);
  void end_job(int worker, JobId id, bool device_failed);
  /// A session runs on a worker with a model, preferably an idle one. Ending one needs no model.
  std::optional<LiveTask> take_live(int worker);
  void end_live(int worker, LiveId id);
  /// The session continues as soon as a worker has a model for it.
  void give_back(int worker, LiveTask live);
  /// Whether a job on which the device failed is waiting.
  bool needs_cpu() const;
  ProfileWish profile_wish() const;
  /// Waits until this worker may have something to do, or until the time is up.
  void wait(int worker, std::optional<std::chrono::milliseconds> at_most);

  // Without the mutex, because they are called between ops.
  bool ended() const { return ended_; }
  bool live_waits() const { return live_waits_; }
  bool profiling() const { return profiling_; }

 private:
  struct Job {
    std::filesystem::path file;
    TranscribeOptions options;
    bool on_cpu = false;
    std::uint64_t turn = 0;                   // its place in the queue; 0: not waiting
    std::optional<std::stop_source> running;  // nullopt: not running
  };
  struct Place {
    std::optional<EngineOptions> to_open;
    std::stop_source opening;
    bool opened = false;
    bool busy = false;  // with a job
    bool live = false;  // has a session
  };

  Place& place(int worker) { return places_.at(static_cast<std::size_t>(worker)); }
  // With the mutex held:
  std::stop_source new_stop() const;
  std::vector<std::stop_source> live_stops(std::optional<LiveId> only) const;
  void queue_up(JobId id, Job& job);
  bool leave_queue(Job& job) { return waiting_.erase(std::exchange(job.turn, 0)) > 0; }
  bool can_take_live(const Place& place) const;
  bool can_take_job(const Place& place) const;
  bool can_work(const Place& place) const;

  const std::size_t lives_at_once_;
  const int jobs_at_once_;
  const bool alone_;
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::vector<Place> places_;
  std::map<JobId, Job> jobs_;
  std::map<std::uint64_t, JobId> waiting_;  // turn → job
  JobId last_id_ = 0;
  std::uint64_t last_turn_ = 0;
  bool paused_ = false;         // no job is taken
  std::deque<LiveTask> lives_;  // waiting
  LiveId last_live_ = 0;
  std::map<LiveId, std::stop_source> lives_now_;  // of the running sessions
  ProfileWish wish_;
  std::atomic<bool> ended_{false};
  std::atomic<bool> profiling_{false};
  std::atomic<bool> live_waits_{false};  // lives_ is not empty
};

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "app/scheduler/engines.h"
#include "app/scheduler/events.h"
#include "app/scheduler/work_queue.h"

namespace tilescribe {

class Worker;

struct SchedulerOptions {
  int workers = 1;            // one per device; each owns a model
  bool threads = true;        // one per worker; otherwise work() does everything on the calling thread
  bool files_alone = false;   // no live session or profile change between a file's ops; no partial text. A
                              // worker with a session takes no file
  bool live_may_move = true;  // to the CPU, if the device fails
  int lives = 1;              // sessions at a time, each on a worker of its own; others wait
  int jobs = 0;               // files at a time; 0: one on every worker
};

/// Transcribes files one after another on every worker; where workers share a model (shared_engines.h), their
/// files share its batches. Recordings in progress go before files. All workers
/// share one queue. Thread-safe; no call waits for a model, a disk or a device.
class Scheduler {
 public:
  /// `engines` and `listener` outlive it. Events come from the workers, and from cancel() of a waiting job.
  Scheduler(Engines& engines, Listener& listener, const SchedulerOptions& options = {});
  ~Scheduler();

  /// Opens a worker's model (again). Jobs wait until a model is open. A running job finishes on the old one.
  void open(const EngineOptions& options, int worker = 0) { queue_.open(worker, options); }

  /// Appends a job to the queue. With options.from it continues an earlier run's text. If the file has
  /// changed since, or another model or arithmetic would continue it, it starts from the beginning. `id` is
  /// what the caller knows the job by, unlike any before; 0: the next free one.
  JobId add(std::filesystem::path file, const TranscribeOptions& options = {}, JobId id = 0) {
    return queue_.add(std::move(file), options, id);
  }
  /// Ends a job: at once if it is waiting, within a moment if it is running. JobFinished follows, with
  /// `cancelled` set and the text so far.
  void cancel(JobId id);
  /// Queues a finished job again, from the beginning of the file. If the device failed, it then runs on a CPU
  /// model opened for it. Ignored while the job waits or runs.
  void retry(JobId id) { queue_.retry(id); }
  /// Cancels and forgets a job. Its events may still arrive for a while.
  void remove(JobId id) { queue_.remove(id); }
  /// From now on these jobs are taken in this order, among themselves. Those that do not wait are ignored.
  void arrange(const std::vector<JobId>& order) { queue_.arrange(order); }
  /// While it is paused no job begins. A running one and live sessions go on.
  void set_paused(bool paused) { queue_.set_paused(paused); }

  /// Transcribes a growing recording from its beginning. Begins as soon as a model is open; ends when the
  /// recording is complete and its text is fixed. If the device fails, it continues on the CPU. A file being
  /// transcribed continues whenever the session has nothing to do. Sessions run in order: each ends with
  /// LiveFinished or LiveFailed before the next begins, unless the options say that several run at a time.
  LiveId start_live(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options = {}) {
    return queue_.start_live(std::move(recording), options);
  }
  /// Ends all sessions started so far, or only this one, after the current decode or opening. LiveFinished
  /// follows for each, with `cancelled` set and the fixed text.
  void abandon_live(std::optional<LiveId> only = {}) { queue_.abandon_live(only); }

  /// Whether and how to profile, from the next op on. A profile lasts as long as a job or a live session, and
  /// ends early if it is no longer wanted.
  void set_profiling(const std::optional<ProfileWish>& wish) { queue_.set_profiling(wish); }

  /// Without threads: does the next piece of every worker's work. A job is one piece. False: nothing was due.
  bool work();

  /// Requests everything to stop, and returns at once.
  void end() { queue_.end(); }
  /// Like end(), but waits and reports all pending events. Nothing works afterwards. The destructor calls it.
  void shutdown();

 private:
  void run(Worker& worker, int number);

  Listener& listener_;
  WorkQueue queue_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
};

}  // namespace tilescribe

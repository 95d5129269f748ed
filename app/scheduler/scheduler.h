// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "app/scheduler/engines.h"
#include "app/scheduler/events.h"
#include "app/scheduler/work_queue.h"

namespace tilescribe {

class Worker;

struct SchedulerOptions {
  int workers = 1;            // each owns the model of one device
  bool threads = true;        // a thread a worker; else whoever calls work() does everything
  bool files_alone = false;   // nothing goes between the ops of a file: no live session and no change of mind
                              // about profiles; and its partial text is not told
  bool live_may_move = true;  // to the CPU, where the device fails
};

/// Transcribes files one after the other on every worker, and recordings while they are made, which go before
/// files. A queue of jobs feeds all workers. Thread-safe, and no call waits for a model, a disk or a device.
class Scheduler {
 public:
  /// `engines` and `listener` outlive it. The listener is told by the workers, and by who cancels a job that
  /// waits.
  Scheduler(Engines& engines, Listener& listener, const SchedulerOptions& options = {});
  ~Scheduler();

  /// Opens a worker's model (again). Jobs wait until one is open; one that the worker runs is finished on the
  /// old model first.
  void open(const EngineOptions& options, int worker = 0);

  /// Adds a job to the end of the queue. With options.from it continues an earlier run's text; where the file
  /// has changed since then, or another model or arithmetic would continue it, it begins anew. `id` is what
  /// the caller knows the job by, unlike any before; 0: the next one that is free.
  JobId add(std::filesystem::path file, const TranscribeOptions& options = {}, JobId id = 0);
  /// Ends a job: at once where it waits, within a moment where it runs. JobFinished follows, with `cancelled`
  /// set and the text so far.
  void cancel(JobId id);
  /// Puts a job that ended back into the queue, from the file's beginning; one that the device failed at runs
  /// on the CPU then, on a model opened for it. Ignored while it waits or runs.
  void retry(JobId id);
  /// Forgets a job, cancelling it first. Events of it that are under way still come.
  void remove(JobId id);

  /// Transcribes a recording while it grows, from its beginning; ends by itself when the recording is
  /// complete and its text fixed. Begins as soon as a model is open; where the device fails it continues on
  /// the CPU. A file that is being transcribed goes on when the session has nothing to do. Sessions are taken
  /// in order: each ends with LiveFinished or LiveFailed before the next begins.
  void start_live(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options = {});
  /// Ends every session that was started so far, when the decode or the opening that is under way is done;
  /// LiveFinished follows for each, with `cancelled` and the text that was fixed.
  void abandon_live();

  /// Whether and how to measure what every kernel costs, from the next op on; a profile lasts as long as a
  /// job or a live session does, and ends early when it is no longer wanted.
  void set_profiling(const std::optional<ProfileWish>& wish);

  /// Without threads: does the next piece of every worker's work; a job is one piece. False: nothing was due.
  bool work();

  /// Asks everything to stop, and returns at once.
  void end();
  /// Stops everything and waits for it; what came by then was told. Nothing works afterwards. The destructor
  /// does the same.
  void shutdown();

 private:
  void run(Worker& worker, int number);

  Listener& listener_;
  WorkQueue queue_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
};

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#include "app/scheduler/scheduler.h"

#include <algorithm>

#include <sys/resource.h>
#include <unistd.h>

#include "app/scheduler/worker.h"

namespace tilescribe {

namespace {

/// A thread that runs a model computes together with the engine's threads, so it gets the same low priority,
/// and threads that it starts inherit it. If the system refuses, everything else still works.
bool lower_priority_of_this_thread() {
  constexpr int nice_level = 10;
  const auto thread = static_cast<id_t>(gettid());
  return setpriority(PRIO_PROCESS, thread, std::max(nice_level, getpriority(PRIO_PROCESS, thread))) == 0;
}

/// Includes the earlier run's text that it was going to continue.
Transcript cancelled_before_start(const JobTask& job) {
  Transcript transcript;
  if (!job.options.from.segments.empty())
    transcript = transcript_so_far({.file = job.file, .options = job.options, .engine = {}, .kept_in = {}});
  transcript.cancelled = true;
  return transcript;
}

}  // namespace

Scheduler::Scheduler(Engines& engines, Listener& listener, const SchedulerOptions& options)
    : listener_(listener), queue_(options.workers, options.lives, options.files_alone, options.jobs) {
  for (int i = 0; i < options.workers; ++i)
    workers_.push_back(std::make_unique<Worker>(engines, listener, queue_, options, i));
  if (!options.threads) return;
  for (int i = 0; i < options.workers; ++i)
    threads_.emplace_back([this, i] { run(*workers_[static_cast<std::size_t>(i)], i); });
}

Scheduler::~Scheduler() {
  shutdown();
}

void Scheduler::run(Worker& worker, int number) {
  // Live sessions are polled often, because nobody reports when a recording has grown.
  constexpr std::chrono::milliseconds live_interval{20};
  lower_priority_of_this_thread();
  while (!queue_.ended()) {
    if (worker.work()) continue;
    queue_.wait(number, worker.has_live() ? std::optional(live_interval) : std::nullopt);
  }
  worker.finish();
}

void Scheduler::cancel(JobId id) {
  if (const auto waited = queue_.cancel(id)) listener_.tell(JobFinished{id, cancelled_before_start(*waited)});
}

bool Scheduler::work() {
  bool worked = false;
  for (const auto& worker : workers_) worked = worker->work() || worked;
  return worked;
}

void Scheduler::shutdown() {
  end();
  if (threads_.empty()) {
    for (const auto& worker : workers_) worker->finish();
  }
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

}  // namespace tilescribe

// SPDX-License-Identifier: Apache-2.0
#include "app/server/word_times.h"

#include <algorithm>
#include <new>
#include <utility>

namespace tilescribe::server {

WordTimes::WordTimes(Lab& lab, const EngineOptions& engine, Done done)
    : lab_(lab),
      options_{.engine = on_cpu(engine)},
      done_(std::move(done)),
      thread_([this](const std::stop_token& ending) { run(ending); }) {
  options_.engine.model.clear();  // the bundled one has an aligner
}

WordTimes::~WordTimes() {
  thread_.request_stop();
  std::optional<std::pair<JobId, std::stop_source>> running;
  {
    const std::lock_guard lock(mutex_);
    running = running_;
  }
  if (running) running->second.request_stop();
}

void WordTimes::add(JobId id, Transcript transcript, std::filesystem::path audio) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back({id, std::move(transcript), std::move(audio), {}});
  changed_.notify_all();
}

void WordTimes::cancel(JobId id) {
  std::optional<Task> forgotten;
  std::optional<std::stop_source> running;
  {
    const std::lock_guard lock(mutex_);
    const auto task = std::ranges::find(waiting_, id, &Task::id);
    if (task != waiting_.end()) {
      forgotten = std::move(*task);
      waiting_.erase(task);
    } else if (running_ && running_->first == id) {
      running = running_->second;
    }
  }
  if (running) running->request_stop();
  if (forgotten) done_(id, std::move(forgotten->transcript));
}

void WordTimes::run(const std::stop_token& ending) {
  while (true) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, ending, [this] { return !waiting_.empty(); }) || ending.stop_requested())
        return;
      task = std::move(waiting_.front());
      waiting_.pop_front();
      running_ = {task.id, task.stop};
    }
    Transcript transcript = timed(task);
    {
      const std::lock_guard lock(mutex_);
      running_.reset();
    }
    done_(task.id, std::move(transcript));
  }
}

Transcript WordTimes::timed(const Task& task) {
  try {
    Transcript timed = lab_.align_text(task.transcript, task.audio, options_, {}, task.stop.get_token());
    std::ranges::stable_sort(timed.segments, {}, &Segment::start_s);
    timed.engine = task.transcript.engine;
    timed.elapsed_s += task.transcript.elapsed_s;
    return timed;
  } catch (...) {  // another language, a text that does not fit, no memory: the times stay estimates
    return task.transcript;
  }
}

}  // namespace tilescribe::server

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "app/machine/lab.h"
#include "app/scheduler/events.h"

namespace tilescribe::server {

/// Finds when words are spoken, one transcript after the other, on a thread of its own and on the CPU, with
/// the bundled aligner (English). Thread-safe.
class WordTimes {
 public:
  using Done = std::function<void(JobId, Transcript)>;
  /// `done` is called on that thread. Where the words can't be found, it gets the transcript as it was.
  WordTimes(Lab& lab, const EngineOptions& engine, Done done);
  ~WordTimes();

  void add(JobId id, Transcript transcript, std::filesystem::path audio);
  /// Forgets a transcript, or ends the work on it; then `done` still follows.
  void cancel(JobId id);

 private:
  struct Task {
    JobId id = 0;
    Transcript transcript;
    std::filesystem::path audio;
    std::stop_source stop;
  };
  void run(const std::stop_token& ending);
  Transcript timed(const Task& task);

  Lab& lab_;
  AlignOptions options_;
  Done done_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Task> waiting_;
  std::optional<std::pair<JobId, std::stop_source>> running_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace tilescribe::server

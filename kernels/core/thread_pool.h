// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "kernels/core/export.h"

namespace tilescribe::kernels {

/// A pool of CPU threads. The calling thread also works, as worker 0. One caller at a time.
class TILESCRIBE_EXPORT ThreadPool {
 public:
  /// `threads`: workers including the caller; 0: as many as the cores this process may use. Throws Error if
  /// the system refuses a thread.
  /// `background`: the workers run at lower priority, but not the caller while it works here.
  explicit ThreadPool(int threads, bool background = false);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  /// Runs task(i, worker) for i in [0, count) and waits for all. Each free worker takes the next index. On a
  /// stop request the remaining indices are dropped and Cancelled is thrown. A task's exception is rethrown,
  /// the first one if there are several.
  void parallel_for(std::int64_t count, const std::function<void(std::int64_t, int)>& task,
                    const std::stop_token& stop = {});

 private:
  void quit();
  void work(int worker);
  void run_tasks(int worker);

  struct Job {
    const std::function<void(std::int64_t, int)>* task = nullptr;
    const std::stop_token* stop = nullptr;
    std::int64_t count = 0;
  };
  Job job_;
  std::atomic<std::int64_t> next_{0};
  std::atomic<bool> open_{false};  // a job may be entered
  std::atomic<int> inside_{0};     // workers that may be reading job_
  std::atomic<std::uint64_t> generation_{0};
  std::atomic<bool> quit_{false};
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
  std::exception_ptr error_;
  std::vector<std::jthread> workers_;
};

/// Cores that this process may use (its affinity mask), at least 1.
TILESCRIBE_EXPORT int available_cores();

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace tilescribe::test {

/// Waits so long, or until a stop is requested.
inline void pause(const std::stop_token& stop, std::chrono::nanoseconds time = std::chrono::hours(1)) {
  if (time <= time.zero()) return;
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
}

/// Holds up whoever comes, until it is opened or a stop is requested. A test that fails must end, too: after
/// two minutes it lets go, and was_forced() tells. Thread-safe.
class Gate {
 public:
  void pass(const std::stop_token& stop = {}) {
    std::unique_lock lock(mutex_);
    ++came_;
    const bool opened = changed_.wait_for(lock, stop, std::chrono::minutes(2), [this] { return open_; });
    forced_ = forced_ || (!opened && !stop.stop_requested());
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  /// How many have come so far.
  int came() const {
    const std::lock_guard lock(mutex_);
    return came_;
  }
  /// Whether somebody was not held up until it was opened.
  bool was_forced() const {
    const std::lock_guard lock(mutex_);
    return forced_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  bool open_ = false;
  bool forced_ = false;
  int came_ = 0;
};

}  // namespace tilescribe::test

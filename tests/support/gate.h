// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tilescribe::test {

/// Holds up whoever comes, until it is opened. A test that fails must end, too: after half a minute it lets
/// go, and was_forced() tells. Thread-safe.
class Gate {
 public:
  void pass() {
    std::unique_lock lock(mutex_);
    ++came_;
    changed_.notify_all();
    const bool opened = changed_.wait_for(lock, std::chrono::seconds(30), [this] { return open_; });
    forced_ = forced_ || !opened;
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
  std::condition_variable changed_;
  bool open_ = false;
  bool forced_ = false;
  int came_ = 0;
};

}  // namespace tilescribe::test

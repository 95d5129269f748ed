// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/core/export.h"

namespace tilescribe::kernels::lab {

/// A page that a process which runs a user's kernel shares with the one that watches it: whether a launch
/// runs, since when, and of what. So a kernel that hangs is noticed however long all else takes.
class TILESCRIBE_EXPORT LaunchWatch {
 public:
  /// A new page in a file without a name. Throws Error.
  LaunchWatch();
  /// The page behind a file that was inherited. Throws Error if it is none.
  explicit LaunchWatch(int file);
  ~LaunchWatch();
  LaunchWatch(const LaunchWatch&) = delete;
  LaunchWatch& operator=(const LaunchWatch&) = delete;

  int file() const { return file_; }

  void begin(std::string_view problem);
  void end();
  /// The process is done with kernels; without this its end is a crash.
  void finish();

  /// Seconds since the running launch began; 0: none runs.
  double running_s() const;
  /// What the last launch was given: a problem's description; empty: nothing was launched.
  std::string problem() const;
  bool finished() const;

 private:
  struct Page;
  void map();
  int file_ = -1;
  Page* page_ = nullptr;
};

/// The page that this process's launches are noted in; null: nobody watches. Set before the first one.
TILESCRIBE_EXPORT LaunchWatch*& process_watch();

/// A launch while it runs. A launch that is only queued, on a GPU, runs until launches_ended().
class WatchedLaunch {
 public:
  WatchedLaunch(std::string_view problem, bool queued) : watch_(process_watch()), queued_(queued) {
    if (watch_ != nullptr) watch_->begin(problem);
  }
  ~WatchedLaunch() {
    if (watch_ != nullptr && !queued_) watch_->end();
  }
  WatchedLaunch(const WatchedLaunch&) = delete;
  WatchedLaunch& operator=(const WatchedLaunch&) = delete;

 private:
  LaunchWatch* watch_;
  bool queued_;
};

/// Somebody has waited for all launches that were queued.
inline void launches_ended() {
  if (process_watch() != nullptr) process_watch()->end();
}

}  // namespace tilescribe::kernels::lab

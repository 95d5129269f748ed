// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <thread>

#include "inference/api/transcriber.h"

namespace tilescribe {

struct ProfileWish {
  ProfileOptions options = {};
  bool frames = true;       // report frames while it runs
  bool failed_jobs = true;  // keep profiles of failed jobs; finishing one may take seconds
};

/// A running profile. Its own thread fetches frames 20 times per second, so long ops do not delay them.
class ProfileRun {
 public:
  /// Begins to measure `transcriber`, which must outlive this. Throws Error if its device can't be measured.
  /// `frame` is called on the thread; if it is empty there is no thread.
  ProfileRun(Transcriber& transcriber, const ProfileOptions& options,
             std::function<void(const ProfileFrame&)> frame);

  /// Whether there is something to measure.
  bool measures() const { return profiler_ != nullptr; }
  const Transcriber& transcriber() const { return transcriber_; }
  /// Whether a frame failed. No frame comes after that.
  bool failed() const { return failed_.load(std::memory_order_acquire); }
  /// The whole profile, after a last frame. Called at most once, if measures(). Rethrows a frame's error.
  ProfileSession finish();

 private:
  void give_frames(const std::stop_token& stop);

  Transcriber& transcriber_;
  std::function<void(const ProfileFrame&)> frame_;
  std::unique_ptr<Profiler> profiler_;
  std::exception_ptr error_;         // of the thread; read only after failed_ is set
  std::atomic<bool> failed_{false};  // a frame failed, so there are no more
  std::jthread thread_;              // last: stops before its members are destroyed
};

}  // namespace tilescribe

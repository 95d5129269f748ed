// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <thread>

#include "inference/api/transcriber.h"

namespace tilescribe {

/// How to measure.
struct ProfileWish {
  ProfileOptions options = {};
  bool frames = true;       // tells where it stands while it is made
  bool failed_jobs = true;  // keeps the profile of a job that failed: finishing one may take seconds
};

/// A profile while it is made: a thread of its own asks where it stands 20 times a second, so that ops that
/// take long hold nothing up.
class ProfileRun {
 public:
  /// Begins to measure `transcriber`, which must outlive this; it must be one that can be. Throws Error where
  /// its device can't be measured. `frame` is called on the thread; without one there is no thread.
  ProfileRun(Transcriber& transcriber, const ProfileOptions& options,
             std::function<void(const ProfileFrame&)> frame);

  /// Whether there is something to measure.
  bool measures() const { return profiler_ != nullptr; }
  const Transcriber& transcriber() const { return transcriber_; }
  /// Whether a frame failed. No frame comes after that.
  bool failed() const { return failed_.load(std::memory_order_acquire); }
  /// The whole profile, behind a last frame; no frame comes after that. Once, and only where there is
  /// something to measure. Throws what a frame threw, if one failed.
  ProfileSession finish();

 private:
  void give_frames(const std::stop_token& stop);

  Transcriber& transcriber_;
  std::function<void(const ProfileFrame&)> frame_;
  std::unique_ptr<Profiler> profiler_;
  std::exception_ptr error_;         // of the thread; to be read once failed_ is set
  std::atomic<bool> failed_{false};  // frames are over, since one failed
  std::jthread thread_;              // last: stops before what it uses goes
};

}  // namespace tilescribe

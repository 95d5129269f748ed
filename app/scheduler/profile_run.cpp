// SPDX-License-Identifier: Apache-2.0
#include "app/scheduler/profile_run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace tilescribe {

constexpr std::chrono::milliseconds frame_interval{50};

ProfileRun::ProfileRun(Transcriber& transcriber, const ProfileOptions& options,
                       std::function<void(const ProfileFrame&)> frame)
    : transcriber_(transcriber), frame_(std::move(frame)), profiler_(transcriber.profile(options)) {
  if (!profiler_ || !frame_) return;
  thread_ = std::jthread([this](const std::stop_token& stop) {
    // Measuring may fail at any time; the work must not.
    try {
      give_frames(stop);
    } catch (...) {
      error_ = std::current_exception();
      failed_.store(true, std::memory_order_release);
    }
  });
}

void ProfileRun::give_frames(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  auto next = std::chrono::steady_clock::now();
  while (!stop.stop_requested()) {
    frame_(profiler_->frame());
    next = std::max(next + frame_interval, std::chrono::steady_clock::now());
    std::unique_lock lock(mutex);
    never.wait_until(lock, stop, next, [] { return false; });
  }
}

ProfileSession ProfileRun::finish() {
  thread_ = {};
  if (error_) std::rethrow_exception(error_);
  if (frame_) frame_(profiler_->frame());  // the final state; a short run has no other useful frame
  return profiler_->finish();
}

}  // namespace tilescribe

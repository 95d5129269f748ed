// SPDX-License-Identifier: Apache-2.0
#include "app/service/profile_run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace tilescribe {

namespace {

constexpr std::chrono::milliseconds frame_interval{50};

void give_frames(const std::stop_token& stop, Profiler& profiler,
                 const std::function<void(const ProfileFrame&)>& frame) {
  std::mutex mutex;
  std::condition_variable_any never;
  auto next = std::chrono::steady_clock::now();
  while (!stop.stop_requested()) {
    frame(profiler.frame());
    next = std::max(next + frame_interval, std::chrono::steady_clock::now());
    std::unique_lock lock(mutex);
    never.wait_until(lock, stop, next, [] { return false; });
  }
}

}  // namespace

ProfileRun::ProfileRun(Transcriber& transcriber, const ProfileOptions& options,
                       std::function<void(const ProfileFrame&)> frame)
    : transcriber_(transcriber), profiler_(transcriber.profile(options)) {
  if (!profiler_) return;
  thread_ = std::jthread(
      [this, give = std::move(frame)](const std::stop_token& stop) { give_frames(stop, *profiler_, give); });
}

ProfileSession ProfileRun::finish() {
  thread_ = {};
  return profiler_->finish();
}

}  // namespace tilescribe

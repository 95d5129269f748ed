// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "app/scheduler/events.h"

namespace tilescribe::test {

/// Keeps what a scheduler tells. Thread-safe.
class Told : public Listener {
 public:
  /// Called with each event, on the telling thread.
  std::function<void(const Event&)> then;

  void tell(Event event) override {
    if (then) then(event);
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
  }
  template <class Kind>
  std::vector<Kind> all() const {
    const std::lock_guard lock(mutex_);
    std::vector<Kind> found;
    for (const Event& event : events_) {
      if (const auto* kind = std::get_if<Kind>(&event)) found.push_back(*kind);
    }
    return found;
  }
  template <class Kind>
  int count() const {
    return static_cast<int>(all<Kind>().size());
  }
  /// The events in order, in a word each, without those that only say how far something is; of a job with its
  /// number: "ready, started 1, segment 1, finished 1".
  std::string words() const;
  std::string fixed_text() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Event> events_;
};

/// A recording of silence, as long as the test says, at 1 kHz.
class ToldRecording : public GrowingRecording {
 public:
  const std::filesystem::path& file() const override { return file_; }
  int sample_rate() const override { return 1000; }
  std::int64_t samples() const override { return samples_; }
  bool complete() const override { return complete_; }
  std::size_t read(std::int64_t, std::int16_t*, std::size_t) const override { return 0; }
  void grow_to(double seconds) { samples_ = static_cast<std::int64_t>(seconds * 1000.0); }
  void end() { complete_ = true; }

 private:
  std::filesystem::path file_ = "/recordings/today.wav";
  std::atomic<std::int64_t> samples_{0};
  std::atomic<bool> complete_{false};
};

}  // namespace tilescribe::test

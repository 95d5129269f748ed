// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace tilescribe::test

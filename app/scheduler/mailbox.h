// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "app/scheduler/events.h"

namespace tilescribe {

/// Events for another thread. Progress, partial and provisional text, and profile frames replace older ones
/// that have not been fetched, so they never pile up. Thread-safe.
class Mailbox : public Listener {
 public:
  /// `wake` is called on the reporting thread if the box was empty.
  explicit Mailbox(std::function<void()> wake);

  void tell(Event event) override;
  std::optional<Event> take();
  bool empty() const;

 private:
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::deque<Event> events_;
};

}  // namespace tilescribe

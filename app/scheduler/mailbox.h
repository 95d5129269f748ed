// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "app/scheduler/events.h"

namespace tilescribe {

/// Events on their way to another thread. Progress, partial and provisional text and where a profile stands
/// replace an older one that has not been fetched, so the box never grows with them. Thread-safe.
class Mailbox : public Listener {
 public:
  /// `wake` is called on the telling thread when the box was empty.
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

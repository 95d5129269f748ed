// SPDX-License-Identifier: Apache-2.0
#include "app/scheduler/mailbox.h"

#include <iterator>
#include <type_traits>
#include <utility>

namespace tilescribe {

namespace {

/// Whether two events of a kind concern the same job or worker, or the live session.
template <class Kind>
bool same_subject(const Kind& a, const Kind& b) {
  if constexpr (requires { a.id; }) {
    return a.id == b.id;
  } else if constexpr (requires { a.worker; }) {
    return a.worker == b.worker;
  } else {
    return true;
  }
}

/// Whether this event separates the frames of two profiles of a worker.
bool parts_profiles(const Event& event, int worker) {
  return std::visit(
      [worker](const auto& kind) {
        using Kind = std::decay_t<decltype(kind)>;
        if constexpr (std::is_same_v<Kind, ProfileBegan> || std::is_same_v<Kind, ProfileFinished> ||
                      std::is_same_v<Kind, ProfileFailed>) {
          return kind.worker == worker;
        } else {
          return false;
        }
      },
      event);
}

/// Drops the previous event of the same kind and subject if it has not been fetched. The new one goes to the
/// end, because a partial text belongs after the segments before it. The last frame of a profile stays,
/// whatever the next profile reports.
template <class Replaceable>
void drop_older(std::deque<Event>& events, const Event& newer_event) {
  const auto* newer = std::get_if<Replaceable>(&newer_event);
  if (newer == nullptr) return;
  for (auto it = events.rbegin(); it != events.rend(); ++it) {
    if constexpr (std::is_same_v<Replaceable, ProfileProgress>) {
      if (parts_profiles(*it, newer->worker)) return;
    }
    const auto* older = std::get_if<Replaceable>(&*it);
    if (older == nullptr || !same_subject(*older, *newer)) continue;
    events.erase(std::next(it).base());
    return;
  }
}

}  // namespace

Mailbox::Mailbox(std::function<void()> wake) : wake_(std::move(wake)) {}

void Mailbox::tell(Event event) {
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    was_empty = events_.empty();
    drop_older<JobProgress>(events_, event);
    drop_older<JobPartial>(events_, event);
    drop_older<LiveProvisional>(events_, event);
    drop_older<LiveProgress>(events_, event);
    drop_older<ProfileProgress>(events_, event);
    events_.push_back(std::move(event));
  }
  if (was_empty) wake_();
}

std::optional<Event> Mailbox::take() {
  const std::lock_guard lock(mutex_);
  if (events_.empty()) return {};
  Event event = std::move(events_.front());
  events_.pop_front();
  return event;
}

bool Mailbox::empty() const {
  const std::lock_guard lock(mutex_);
  return events_.empty();
}

}  // namespace tilescribe

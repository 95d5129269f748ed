// SPDX-License-Identifier: Apache-2.0
#include "app/scheduler/mailbox.h"

#include <iterator>
#include <type_traits>
#include <utility>

namespace tilescribe {

namespace {

/// Kinds of events of which only the newest is of interest.
template <class Kind, class... Others>
constexpr bool is_one_of = (std::is_same_v<Kind, Others> || ...);
template <class Kind>
constexpr bool replaces_older =
    is_one_of<Kind, JobProgress, JobPartial, LiveProvisional, LiveProgress, ProfileProgress>;

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
  const auto of_worker = [worker](const auto* found) { return found != nullptr && found->worker == worker; };
  return of_worker(std::get_if<ProfileBegan>(&event)) || of_worker(std::get_if<ProfileFinished>(&event)) ||
         of_worker(std::get_if<ProfileFailed>(&event));
}

/// Drops the previous event of the same kind and subject if it has not been fetched. The new one goes to the
/// end, because a partial text belongs after the segments before it. The last frame of a profile stays,
/// whatever the next profile reports.
template <class Kind>
void drop_older(std::deque<Event>& events, const Kind& newer) {
  if constexpr (replaces_older<Kind>) {
    for (auto it = events.rbegin(); it != events.rend(); ++it) {
      if constexpr (std::is_same_v<Kind, ProfileProgress>) {
        if (parts_profiles(*it, newer.worker)) return;
      }
      const auto* older = std::get_if<Kind>(&*it);
      if (older == nullptr || !same_subject(*older, newer)) continue;
      events.erase(std::next(it).base());
      return;
    }
  }
}

}  // namespace

Mailbox::Mailbox(std::function<void()> wake) : wake_(std::move(wake)) {}

void Mailbox::tell(Event event) {
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    was_empty = events_.empty();
    std::visit([this](const auto& newer) { drop_older(events_, newer); }, event);
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

// SPDX-License-Identifier: Apache-2.0
#include "app/service/mailbox.h"

#include <iterator>
#include <type_traits>
#include <utility>

namespace tilescribe {

namespace {

/// Whether two messages of a kind are about the same thing: the same job, or the one live session.
template <class Kind>
bool same_subject(const Kind& a, const Kind& b) {
  if constexpr (requires { a.id; }) {
    return a.id == b.id;
  } else {
    return true;
  }
}

/// Whether what comes behind such a message is of another profile than what lies before it.
bool parts_profiles(const Message& message) {
  return std::holds_alternative<ProfileBegan>(message) || std::holds_alternative<ProfileFinished>(message) ||
         std::holds_alternative<ProfileFailed>(message);
}

/// Drops the older message of the same kind and job, if it has not been fetched. The newer one goes to the
/// end: a partial text belongs after the segments before it. The last frame of a profile stays, whatever the
/// next one says.
template <class Replaceable>
void drop_older(std::deque<Message>& messages, const Message& newer_message) {
  const auto* newer = std::get_if<Replaceable>(&newer_message);
  if (newer == nullptr) return;
  for (auto it = messages.rbegin(); it != messages.rend(); ++it) {
    if (std::is_same_v<Replaceable, ProfileProgress> && parts_profiles(*it)) return;
    const auto* older = std::get_if<Replaceable>(&*it);
    if (older == nullptr || !same_subject(*older, *newer)) continue;
    messages.erase(std::next(it).base());
    return;
  }
}

}  // namespace

Mailbox::Mailbox(std::function<void()> wake) : wake_(std::move(wake)) {}

void Mailbox::post(Message message) {
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    was_empty = messages_.empty();
    drop_older<JobProgress>(messages_, message);
    drop_older<JobPartial>(messages_, message);
    drop_older<LiveProvisional>(messages_, message);
    drop_older<LiveProgress>(messages_, message);
    drop_older<ProfileProgress>(messages_, message);
    messages_.push_back(std::move(message));
  }
  if (was_empty) wake_();
}

std::optional<Message> Mailbox::take() {
  const std::lock_guard lock(mutex_);
  if (messages_.empty()) return {};
  Message message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

bool Mailbox::empty() const {
  const std::lock_guard lock(mutex_);
  return messages_.empty();
}

}  // namespace tilescribe

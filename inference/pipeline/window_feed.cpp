// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/window_feed.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/core/error.h"

namespace tilescribe {

WindowFeed::WindowFeed(WindowsAhead& ahead, std::size_t devices, double begin_s)
    : ahead_(ahead), keeps_samples_(devices > 1), devices_(devices), position_s_(begin_s) {}

std::vector<ReadyWindow> WindowFeed::take(Wish wish, WindowEvents& events,
                                          const std::function<void()>& meanwhile,
                                          const std::stop_token& stop) {
  std::vector<ReadyWindow> group;
  const std::size_t most = std::min(wish.most, fair_share());
  if (!wish.waits && !lie_ready(std::min(wish.least, most))) return group;
  while (group.size() < most) {
    std::optional<ReadyWindow> work = next(wish.waits && group.empty(), meanwhile, stop);
    if (!work) break;
    if (work->audio_tokens == 0 || work->voiced_s.empty()) {
      events.silent(work->window);
      finished();
      continue;
    }
    group.push_back(std::move(*work));
  }
  return group;
}

// A window counts as open before it is asked for, so that no other device takes its leave in between.
std::optional<ReadyWindow> WindowFeed::next(bool waits, const std::function<void()>& meanwhile,
                                            const std::stop_token& stop) {
  constexpr std::chrono::milliseconds look_up{20};
  for (;;) {
    if (stop.stop_requested()) throw Cancelled();
    if (std::optional<ReadyWindow> returned = take_returned()) return returned;
    if (std::optional<ReadyWindow> fresh = ahead_.next()) {
      const std::lock_guard lock(mutex_);
      position_s_ = std::max(position_s_, fresh->window.end_s());
      return fresh;
    }
    std::unique_lock lock(mutex_);
    if (--open_ == 0) changed_.notify_all();
    if (!waits || open_ == 0) return std::nullopt;
    if (!returned_.empty()) continue;
    if (meanwhile) {
      lock.unlock();
      meanwhile();
      lock.lock();
    }
    changed_.wait_for(lock, look_up, [this] { return open_ == 0 || !returned_.empty(); });
  }
}

// Those that come back are still open. If there is none, a fresh one is about to be open.
std::optional<ReadyWindow> WindowFeed::take_returned() {
  const std::lock_guard lock(mutex_);
  if (returned_.empty()) {
    ++open_;
    return std::nullopt;
  }
  ReadyWindow first = std::move(returned_.front());
  returned_.pop_front();
  return first;
}

void WindowFeed::finished() {
  const std::lock_guard lock(mutex_);
  if (--open_ == 0) changed_.notify_all();
}

void WindowFeed::give_back(std::vector<ReadyWindow> windows) {
  const std::lock_guard lock(mutex_);
  --devices_;
  for (ReadyWindow& window : windows) returned_.push_back(std::move(window));
  std::ranges::sort(returned_, {}, [](const ReadyWindow& work) { return work.window.index; });
  changed_.notify_all();
}

bool WindowFeed::lie_ready(std::size_t count) const {
  const std::lock_guard lock(mutex_);
  return count <= returned_.size() || ahead_.lie_ready(count - returned_.size());
}

// So that near the end of the audio no device is idle while another has much to do.
std::size_t WindowFeed::fair_share() const {
  constexpr double usual_window_s = 27.0;
  const std::lock_guard lock(mutex_);
  if (devices_ <= 1 || ahead_.duration_s() <= 0.0) return std::numeric_limits<std::size_t>::max();
  const double left = std::max(0.0, ahead_.duration_s() - position_s_) / usual_window_s +
                      static_cast<double>(returned_.size());
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(left / static_cast<double>(devices_))));
}

}  // namespace tilescribe

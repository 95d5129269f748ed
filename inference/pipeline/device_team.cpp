// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/device_team.h"

#include <chrono>
#include <thread>
#include <utility>

#include "kernels/core/error.h"

namespace tilescribe {

WindowMail::News& WindowMail::news_of(const AudioWindow& window) {
  News& news = news_[window.index];
  news.window = {window.index, window.first_sample, window.count, {}};
  return news;
}

void WindowMail::entered(Stage stage, const AudioWindow& window) {
  const std::lock_guard lock(mutex_);
  news_of(window).stage = stage;
}

void WindowMail::decoded(const AudioWindow& window, std::size_t tokens, const std::string& text) {
  const std::lock_guard lock(mutex_);
  News& news = news_of(window);
  news.tokens = tokens;
  news.text = text;
}

void WindowMail::silent(const AudioWindow& window) {
  const std::lock_guard lock(mutex_);
  news_of(window).silent = true;
}

void WindowMail::finished(const AudioWindow& window, WindowText text) {
  const std::lock_guard lock(mutex_);
  news_of(window).finished = std::move(text);
}

void WindowMail::deliver(WindowEvents& events) {
  std::map<int, News> all;
  {
    const std::lock_guard lock(mutex_);
    all.swap(news_);
  }
  for (auto& [index, news] : all) {
    if (news.finished) {
      events.finished(news.window, std::move(*news.finished));
    } else if (news.silent) {
      events.silent(news.window);
    } else if (news.tokens > 0) {
      events.decoded(news.window, news.tokens, news.text);
    } else {
      events.entered(news.stage, news.window);
    }
  }
}

DeviceTeam::DeviceTeam(std::span<WindowDevice* const> devices, WindowFeed& feed, WindowEvents& delivery,
                       std::function<void()> between, std::function<void(std::size_t, const Message&)> lost)
    : devices_(devices),
      feed_(feed),
      delivery_(delivery),
      between_(std::move(between)),
      lost_(std::move(lost)) {}

void DeviceTeam::run(std::stop_token stop) {
  const std::stop_callback stopping(std::move(stop), [this] { halt_.request_stop(); });
  {
    std::vector<std::jthread> others;  // its end waits for them
    try {
      working_ = devices_.size() - 1;
      for (std::size_t i = 1; i < devices_.size(); ++i) {
        others.emplace_back([this, i] {
          work(i, mail_, {});
          const std::lock_guard lock(mutex_);
          --working_;
          changed_.notify_all();
        });
      }
      work(0, delivery_, devices_.size() > 1 ? [this] { look_after_others(); } : std::function<void()>());
      wait_for_others();
    } catch (...) {  // what the delivery or `between` throws
      halt_.request_stop();
      throw;
    }
  }
  if (error_) std::rethrow_exception(error_);
  if (losses_.size() == devices_.size()) std::rethrow_exception(losses_.back().error);
}

void DeviceTeam::work(std::size_t device, WindowEvents& events, const std::function<void()>& meanwhile) {
  try {
    devices_[device]->run(feed_, events, meanwhile, halt_.get_token());
  } catch (const DeviceError& failure) {
    const std::lock_guard lock(mutex_);
    losses_.push_back({device, failure.message(), std::current_exception()});
    feed_.give_back(devices_[device]->take_unfinished());
  } catch (...) {
    {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
    halt_.request_stop();  // only now: the others' Cancelled comes later
  }
}

// What the other devices' threads have to say is said on this one.
void DeviceTeam::look_after_others() {
  mail_.deliver(delivery_);
  for (;;) {
    Loss loss;
    {
      const std::lock_guard lock(mutex_);
      if (told_ == losses_.size() || losses_.size() == devices_.size()) break;
      loss = losses_[told_++];
    }
    lost_(loss.device, loss.why);
  }
  if (between_) between_();
}

void DeviceTeam::wait_for_others() {
  constexpr std::chrono::milliseconds look_up{20};
  for (bool over = devices_.size() == 1; !over;) {
    {
      std::unique_lock lock(mutex_);
      over = changed_.wait_for(lock, look_up, [this] { return working_ == 0; });
    }
    look_after_others();
  }
}

}  // namespace tilescribe

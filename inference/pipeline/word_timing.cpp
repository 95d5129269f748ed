// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/word_timing.h"

#include <utility>

namespace tilescribe {

WordTiming::WordTiming(std::int64_t layers, std::int64_t heads)
    : times_(layers, heads), thread_([this](const std::stop_token& stop) { run(stop); }) {}

std::vector<layers::HeadPlace> WordTiming::wanted() {
  std::unique_lock lock(mutex_);
  wait_for_all(lock);
  return times_.wanted();
}

void WordTiming::add(Window window) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(window));
  changed_.notify_all();
}

std::vector<WordTiming::Window> WordTiming::take(bool all) {
  std::unique_lock lock(mutex_);
  if (all) wait_for_all(lock);
  if (error_) std::rethrow_exception(error_);
  return std::exchange(done_, {});
}

bool WordTiming::has_any() {
  const std::lock_guard lock(mutex_);
  return !waiting_.empty() || !done_.empty();
}

void WordTiming::wait_for_all(std::unique_lock<std::mutex>& lock) {
  changed_.wait(lock, [this] { return waiting_.empty() || error_; });
  if (error_) std::rethrow_exception(error_);
}

void WordTiming::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
    Window& window = waiting_.front();  // stays where it is while others are added
    lock.unlock();
    std::exception_ptr error;
    try {
      times_.add_words(window.text, window.asked, window.attention.values());
      window.attention = {};
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    changed_.notify_all();
    error_ = error;
    if (error_) return;
    done_.push_back(std::move(window));
    waiting_.pop_front();
  }
}

}  // namespace tilescribe

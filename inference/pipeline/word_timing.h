// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "inference/align/attention_times.h"

namespace tilescribe {

/// Gives windows the times of their words by attention, on a thread of its own: the device goes on meanwhile.
/// Its methods are called on one thread.
class WordTiming {
 public:
  struct Window {
    std::size_t number = 0;  // the caller's
    WindowText text;
    std::vector<layers::HeadPlace> asked;
    layers::Attended attention;  // as for AttentionTimes::add_words
  };
  WordTiming(std::int64_t layers, std::int64_t heads);

  /// The heads to ask next. They depend on the windows so far, so it waits for these.
  std::vector<layers::HeadPlace> wanted();
  void add(Window window);
  /// The windows that are done, in the order of add(). `all`: it waits for every window that was added.
  std::vector<Window> take(bool all);
  /// Whether windows were added that take() has not given.
  bool has_any();

 private:
  void run(const std::stop_token& stop);
  void wait_for_all(std::unique_lock<std::mutex>& lock);

  align::AttentionTimes times_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Window> waiting_;  // the first one may be at work
  std::vector<Window> done_;
  std::exception_ptr error_;
  std::jthread thread_;  // last: it ends before what it uses
};

}  // namespace tilescribe

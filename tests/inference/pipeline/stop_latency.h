// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <thread>

namespace tilescribe::test {

/// Runs `work` on a thread, asks it to stop `after_s` later, and returns how long it then took to return,
/// seconds; negative when it had ended by itself before. `work` must not throw.
inline double stop_latency(double after_s, const std::function<void(std::stop_token)>& work) {
  using Clock = std::chrono::steady_clock;
  std::stop_source source;
  Clock::time_point ended;
  std::thread thread([&] {
    work(source.get_token());
    ended = Clock::now();
  });
  std::this_thread::sleep_for(std::chrono::duration<double>(after_s));
  const Clock::time_point asked = Clock::now();
  source.request_stop();
  thread.join();
  return std::chrono::duration<double>(ended - asked).count();
}

}  // namespace tilescribe::test

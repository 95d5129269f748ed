// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tilescribe::audio {

/// How many frames an overflow of a device has lost, by the clock: frames that should have arrived by now but
/// did not. The device's clock and ours differ by seconds per day, and a callback may be late. So the count
/// starts from the most punctual callback of the last seconds.
class LostFrames {
 public:
  using Clock = std::chrono::steady_clock;

  explicit LostFrames(int sample_rate) : sample_rate_(sample_rate) {}

  /// Called in every callback with its time, the frames that it brought, and whether the device overflowed
  /// before it. Returns the number of lost frames.
  std::int64_t add(Clock::time_point now, std::int64_t frames, bool overflowed) noexcept {
    came_ += frames;
    const std::chrono::duration<double> elapsed = now - since_;
    const std::int64_t missing = static_cast<std::int64_t>(elapsed.count() * sample_rate_) - came_;
    if (overflowed && begun_ && missing > 0) {
      came_ += missing;
      return missing;
    }
    if (!begun_ || missing <= 0 || elapsed > std::chrono::seconds(5)) {
      begun_ = true;
      since_ = now;
      came_ = 0;
    }
    return 0;
  }

 private:
  int sample_rate_;
  bool begun_ = false;
  Clock::time_point since_{};  // time of the callback that the count starts from
  std::int64_t came_ = 0;      // frames since then, including lost ones
};

}  // namespace tilescribe::audio

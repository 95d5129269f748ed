// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilescribe::audio {

/// Mono samples on their way from the player's thread to a device, and a log of when they are heard. Samples
/// are numbered from 0, since the device was opened. The device never waits: no lock, and no allocation after
/// construction.
class PlaybackRing {
 public:
  using Clock = std::chrono::steady_clock;

  /// Has room for this many samples; the device takes so many in a second.
  PlaybackRing(std::size_t samples, int rate) : rate_(rate), room_(samples) {}

  // The player's side.

  int rate() const { return rate_; }
  std::size_t free() const noexcept {
    return room_.size() - static_cast<std::size_t>(written_.load(std::memory_order_relaxed) -
                                                   taken_.load(std::memory_order_acquire));
  }
  /// The number of the next sample to be written.
  std::int64_t written() const noexcept { return written_.load(std::memory_order_relaxed); }
  /// The number of the next sample that the device takes.
  std::int64_t taken() const noexcept { return taken_.load(std::memory_order_acquire); }

  /// Writes samples, which must fit.
  void write(const std::int16_t* samples, std::size_t count) noexcept {
    const std::int64_t head = written_.load(std::memory_order_relaxed);
    const std::size_t at = static_cast<std::size_t>(head) % room_.size();
    const std::size_t first = std::min(count, room_.size() - at);
    std::copy_n(samples, first, room_.begin() + static_cast<std::ptrdiff_t>(at));
    std::copy_n(samples + first, count - first, room_.begin());
    written_.store(head + static_cast<std::int64_t>(count), std::memory_order_release);
  }

  /// The device leaves out what was written so far and not taken yet.
  void discard() noexcept { skip_to_.store(written(), std::memory_order_release); }
  /// While held, the device plays silence and takes nothing.
  void hold(bool held) noexcept { held_.store(held, std::memory_order_relaxed); }

  /// The number of the sample that is heard at this time, with its fraction: at most `taken()`, and that
  /// when everything taken was heard.
  double heard(Clock::time_point now) const noexcept {
    const std::uint64_t count = logged_.load(std::memory_order_acquire);
    const std::uint64_t oldest = count > entries / 2 ? count - entries / 2 : 0;
    if (count == 0) return 0.0;
    const std::int64_t now_ns = now.time_since_epoch().count();
    for (std::uint64_t i = count; i-- > oldest;) {
      const Entry& entry = log_[i % entries];
      const double since_s =
          static_cast<double>(now_ns - entry.heard_ns.load(std::memory_order_relaxed)) * 1e-9;
      const auto first = static_cast<double>(entry.first.load(std::memory_order_relaxed));
      if (since_s < 0.0 && i > oldest) continue;
      const auto taken_then = static_cast<double>(entry.count.load(std::memory_order_relaxed));
      return first + std::clamp(since_s * rate_, 0.0, taken_then);
    }
    return 0.0;
  }

  /// Whether everything that the device has taken was heard.
  bool all_heard(Clock::time_point now) const noexcept {
    const std::uint64_t count = logged_.load(std::memory_order_acquire);
    if (count == 0) return true;
    const Entry& last = log_[(count - 1) % entries];
    return heard(now) >= static_cast<double>(last.first.load(std::memory_order_relaxed) +
                                             last.count.load(std::memory_order_relaxed));
  }

  // The device's side.

  /// Fills `out`: with the next samples, then with silence. The first of them is heard at `heard_at`.
  void take(std::int16_t* out, std::size_t count, Clock::time_point heard_at) noexcept {
    std::int64_t tail = taken_.load(std::memory_order_relaxed);
    const std::int64_t skip = skip_to_.load(std::memory_order_acquire);
    const std::int64_t head = written_.load(std::memory_order_acquire);
    tail = std::max(tail, skip);
    const std::size_t there =
        held_.load(std::memory_order_relaxed) ? 0 : static_cast<std::size_t>(head - tail);
    const std::size_t taken = std::min(count, there);
    const std::size_t at = static_cast<std::size_t>(tail) % room_.size();
    const std::size_t first = std::min(taken, room_.size() - at);
    std::copy_n(room_.begin() + static_cast<std::ptrdiff_t>(at), first, out);
    std::copy_n(room_.begin(), taken - first, out + first);
    std::fill_n(out + taken, count - taken, std::int16_t{0});
    if (taken > 0) {
      const std::uint64_t number = logged_.load(std::memory_order_relaxed);
      Entry& entry = log_[number % entries];
      entry.first.store(tail, std::memory_order_relaxed);
      entry.count.store(static_cast<std::int64_t>(taken), std::memory_order_relaxed);
      entry.heard_ns.store(heard_at.time_since_epoch().count(), std::memory_order_relaxed);
      logged_.store(number + 1, std::memory_order_release);
    }
    taken_.store(tail + static_cast<std::int64_t>(taken), std::memory_order_release);
    calls_.fetch_add(1, std::memory_order_relaxed);
  }

  /// How often the device has asked for samples: if that stands still, the device hangs.
  std::uint64_t calls() const noexcept { return calls_.load(std::memory_order_relaxed); }

 private:
  // The log holds more than a second, whatever the device's blocks; the reader leaves half of it to the
  // writer.
  static constexpr std::uint64_t entries = 1024;
  struct Entry {
    std::atomic<std::int64_t> first{0};
    std::atomic<std::int64_t> count{0};
    std::atomic<std::int64_t> heard_ns{0};
  };

  int rate_;
  alignas(64) std::atomic<std::int64_t> written_{0};
  std::atomic<std::int64_t> skip_to_{0};
  std::atomic<bool> held_{false};
  alignas(64) std::atomic<std::int64_t> taken_{0};
  std::atomic<std::uint64_t> calls_{0};
  std::atomic<std::uint64_t> logged_{0};
  std::array<Entry, entries> log_;
  std::vector<std::int16_t> room_;
};

}  // namespace tilescribe::audio

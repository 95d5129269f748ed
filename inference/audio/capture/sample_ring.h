// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilescribe::audio {

/// Interleaved samples on their way from one thread, which must never wait, to another. No lock, and no
/// allocation after construction.
class SampleRing {
 public:
  /// Has room for this many samples.
  explicit SampleRing(std::size_t samples) : room_(samples) {}

  // The producer's side.

  /// Takes all of the samples, or none if they don't fit; these then count as lost.
  bool write(const std::int16_t* samples, std::size_t count) noexcept {
    const std::uint64_t head = written_.load(std::memory_order_relaxed);
    if (count > room_.size() - static_cast<std::size_t>(head - read_.load(std::memory_order_acquire))) {
      add_lost(count);
      return false;
    }
    const std::size_t at = static_cast<std::size_t>(head % room_.size());
    const std::size_t first = std::min(count, room_.size() - at);
    std::copy_n(samples, first, room_.begin() + static_cast<std::ptrdiff_t>(at));
    std::copy_n(samples + first, count - first, room_.begin());
    written_.store(head + count, std::memory_order_release);
    return true;
  }

  /// Counts samples that the device lost before they got here.
  void add_lost(std::uint64_t count) noexcept { lost_.fetch_add(count, std::memory_order_relaxed); }

  /// How many samples write() would take now.
  std::size_t free() const noexcept {
    return room_.size() - static_cast<std::size_t>(written_.load(std::memory_order_relaxed) -
                                                   read_.load(std::memory_order_acquire));
  }

  // The consumer's side.

  std::size_t available() const noexcept {
    return static_cast<std::size_t>(written_.load(std::memory_order_acquire) -
                                    read_.load(std::memory_order_relaxed));
  }

  /// Reads the next `count` samples, which must be available.
  void read(std::int16_t* out, std::size_t count) noexcept {
    const std::uint64_t tail = read_.load(std::memory_order_relaxed);
    const std::size_t at = static_cast<std::size_t>(tail % room_.size());
    const std::size_t first = std::min(count, room_.size() - at);
    std::copy_n(room_.begin() + static_cast<std::ptrdiff_t>(at), first, out);
    std::copy_n(room_.begin(), count - first, out + first);
    read_.store(tail + count, std::memory_order_release);
  }

  std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

 private:
  // Each on a cache line of its own, because the two threads write them all the time.
  alignas(64) std::atomic<std::uint64_t> written_{0};
  alignas(64) std::atomic<std::uint64_t> read_{0};
  alignas(64) std::atomic<std::uint64_t> lost_{0};
  std::vector<std::int16_t> room_;
};

}  // namespace tilescribe::audio

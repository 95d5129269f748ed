// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "kernels/device/owned.h"

namespace tilescribe::kernels {

/// A GPU's memory as one backend uses it: taken from the driver in large chunks, given out in blocks that are
/// reused at once, since everything that touches them runs on one stream. Kept by all that was given out.
class DeviceArena {
 public:
  /// `limit`: bytes that may be taken from the driver in all; 0: what is free, but for a margin. `separate`:
  /// every block is an allocation of the driver's.
  DeviceArena(int device, std::size_t limit, bool separate = false);
  ~DeviceArena();
  DeviceArena(const DeviceArena&) = delete;
  DeviceArena& operator=(const DeviceArena&) = delete;

  /// A block of at least `bytes`, 512-byte aligned. Throws Error with figures when it does not fit.
  void* take(std::size_t bytes);
  void give(void* block);

  /// Takes a chunk that holds `bytes` unless so much is free in one piece. Throws as take() does.
  void reserve(std::size_t bytes);

  /// Bytes that may still be given out, in pieces.
  std::size_t available() const { return limit_ - used_; }
  /// Bytes that are given out, from any thread.
  std::size_t used() const {
    const std::lock_guard lock(mutex_);
    return used_;
  }

 private:
  void grow(std::size_t bytes);
  void release_empty_chunks();

  struct Block {
    std::size_t bytes = 0;
    std::size_t chunk = 0;  // which chunk it lies in
    bool free = false;
  };
  struct Chunk {
    DeviceBytes data;  // null once it was released
    std::size_t bytes = 0;
  };

  mutable std::mutex mutex_;
  int device_;
  std::size_t limit_;
  bool separate_;
  std::size_t taken_ = 0;  // from the driver
  std::size_t used_ = 0;   // given out
  std::vector<Chunk> chunks_;
  std::map<std::byte*, Block> blocks_;           // all of them, neighbours beside each other
  std::multimap<std::size_t, std::byte*> free_;  // by size
};

}  // namespace tilescribe::kernels

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "kernels/device/owned.h"

namespace tilescribe::kernels {

/// A GPU's memory for one backend: taken from the driver in large chunks and divided into blocks. Freed
/// blocks are reused at once, because all work runs on one stream. Each block keeps the arena alive.
class DeviceArena {
 public:
  /// `limit`: bytes to take from the driver at most; 0: what is free, minus a margin. `separate`: every block
  /// is an allocation by the driver.
  DeviceArena(int device, std::size_t limit, bool separate = false);
  ~DeviceArena();
  DeviceArena(const DeviceArena&) = delete;
  DeviceArena& operator=(const DeviceArena&) = delete;

  /// A block of at least `bytes`, 512-byte aligned. Throws Error with figures if it does not fit.
  void* take(std::size_t bytes);
  void give(void* block);

  /// Takes a chunk for `bytes` from the driver, unless that much is free in one piece. Throws like take().
  void reserve(std::size_t bytes);

  /// Bytes that can still be allocated, though not in one piece.
  std::size_t available() const { return limit_ - used_; }
  /// Bytes allocated. Any thread.
  std::size_t used() const {
    const std::lock_guard lock(mutex_);
    return used_;
  }

 private:
  void grow(std::size_t bytes);
  void release_empty_chunks();

  struct Block {
    std::size_t bytes = 0;
    std::size_t chunk = 0;  // index of its chunk
    bool free = false;
  };
  struct Chunk {
    DeviceBytes data;  // null once released
    std::size_t bytes = 0;
  };

  mutable std::mutex mutex_;
  int device_;
  std::size_t limit_;
  bool separate_;
  std::size_t taken_ = 0;  // from the driver
  std::size_t used_ = 0;   // allocated
  std::vector<Chunk> chunks_;
  std::map<std::byte*, Block> blocks_;           // all blocks; neighbours are adjacent
  std::multimap<std::size_t, std::byte*> free_;  // by size
};

}  // namespace tilescribe::kernels

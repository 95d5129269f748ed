// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace tilescribe::kernels::tile {

/// A tile kernel's load or store outside the memory that it was given.
struct OutsideMemory : std::exception {
  explicit OutsideMemory(bool stores) : writes(stores) {}
  const char* what() const noexcept override {
    return writes ? "A tile kernel may touch the memory it was given, but stores to an address outside it."
                  : "A tile kernel may touch the memory it was given, but loads from an address outside it.";
  }
  bool writes;
};

struct MemoryRange {
  std::uintptr_t first, end;
  bool writable;
};

inline MemoryRange memory_range(const void* data, std::size_t bytes, bool writable) {
  const auto first = reinterpret_cast<std::uintptr_t>(data);
  return {first, first + bytes, writable};
}

/// The memory that tile kernels on the host may access. While a guard lives, a load or store of the calling
/// thread outside its ranges throws OutsideMemory. Finds what ASan does not.
class HostMemoryGuard {
 public:
  HostMemoryGuard() : outer_(current()) { current() = this; }
  ~HostMemoryGuard() { current() = outer_; }
  HostMemoryGuard(const HostMemoryGuard&) = delete;
  HostMemoryGuard& operator=(const HostMemoryGuard&) = delete;

  void allow(const MemoryRange& range) { ranges_.push_back(range); }
  void allow(const void* data, std::size_t bytes, bool writable) {
    allow(memory_range(data, bytes, writable));
  }

  /// Called for every load and store of a tile kernel.
  static void check(const void* data, std::size_t bytes, bool writes) {
    const HostMemoryGuard* guard = current();
    if (guard == nullptr) return;
    const MemoryRange touched = memory_range(data, bytes, writes);
    for (const MemoryRange& range : guard->ranges_) {
      if (touched.first >= range.first && touched.end <= range.end && (range.writable || !writes)) return;
    }
    throw OutsideMemory(writes);
  }

 private:
  static HostMemoryGuard*& current() {
    static thread_local HostMemoryGuard* guard = nullptr;
    return guard;
  }
  HostMemoryGuard* outer_;
  std::vector<MemoryRange> ranges_;
};

}  // namespace tilescribe::kernels::tile

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/error.h"

namespace tilescribe::kernels::tile {

/// The memory that tile kernels on the host may access. While a guard lives, a load or store of the calling
/// thread outside its ranges throws Error. Finds what ASan does not.
class HostMemoryGuard {
 public:
  HostMemoryGuard() : outer_(current()) { current() = this; }
  ~HostMemoryGuard() { current() = outer_; }
  HostMemoryGuard(const HostMemoryGuard&) = delete;
  HostMemoryGuard& operator=(const HostMemoryGuard&) = delete;

  void allow(const void* data, std::size_t bytes, bool writable) {
    const auto first = reinterpret_cast<std::uintptr_t>(data);
    ranges_.push_back({first, first + bytes, writable});
  }

  /// Called for every load and store of a tile kernel.
  static void check(const void* data, std::size_t bytes, bool writes) {
    const HostMemoryGuard* guard = current();
    if (guard == nullptr) return;
    const auto first = reinterpret_cast<std::uintptr_t>(data);
    for (const Range& range : guard->ranges_) {
      if (first >= range.first && first + bytes <= range.end && (range.writable || !writes)) return;
    }
    if (writes)
      throw Error("A tile kernel may touch the memory it was given, but stores to an address outside it.");
    throw Error("A tile kernel may touch the memory it was given, but loads from an address outside it.");
  }

 private:
  struct Range {
    std::uintptr_t first, end;
    bool writable;
  };
  static HostMemoryGuard*& current() {
    static thread_local HostMemoryGuard* guard = nullptr;
    return guard;
  }
  HostMemoryGuard* outer_;
  std::vector<Range> ranges_;
};

}  // namespace tilescribe::kernels::tile
